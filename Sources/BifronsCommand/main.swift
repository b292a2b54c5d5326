StandardDescriptors.fill()
Program.end(Program.run(bytes: CommandLine.unsafeArgv, count: Int(CommandLine.argc)))
