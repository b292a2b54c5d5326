StandardDescriptors.fill()
Program.end(Program.run(Array(CommandLine.arguments.dropFirst())))
