StandardDescriptors.fill()
MemoryLimit.explainAborts()
Program.end(Program.run(bytes: CommandLine.unsafeArgv, count: Int(CommandLine.argc)))
