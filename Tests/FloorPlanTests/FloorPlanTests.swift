import Flags
import Foundation
import Testing

@testable import Commands

@Suite("The house keeps to its plan")
struct FloorPlanTests {
  @Test("every module of the plan exists, and every module stands in the plan")
  func modules() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Sources.root.path + "/Sources")
      .filter { !$0.hasSuffix(".md") }
    #expect(Set(names) == Set(FloorPlan.floors.joined()))
  }

  @Test("a module imports only what stands below it")
  func imports() throws {
    let files = try Sources.files(in: "Sources")
    #expect(files.count > 100)
    for file in files {
      let floor = try #require(FloorPlan.floor(of: file.module), "\(file.path)")
      for name in Sources.imports(file) {
        guard let other = FloorPlan.floor(of: name) else {
          #expect(["Glibc", "Synchronization", "Dispatch"].contains(name), "\(file.path) imports \(name)")
          continue
        }
        let isAllowed = other < floor || FloorPlan.sideways[file.module]?.contains(name) == true
        #expect(isAllowed, "\(file.path) imports \(name), which does not stand below \(file.module)")
        let isForbidden = FloorPlan.forbidden[file.module]?.contains(name) == true
        #expect(!isForbidden, "\(file.path) must not import \(name)")
        if let door = FloorPlan.doors[name] {
          #expect(door.contains(file.module), "\(file.path) imports \(name) past its door")
        }
      }
    }
  }

  @Test("no file is longer than 400 lines and no line than 120 characters")
  func lengths() throws {
    for file in try Sources.files(in: "Sources") + Sources.files(in: "Tests") {
      #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count) lines")
      for (number, line) in file.lines.enumerated() where line.unicodeScalars.count > 120 {
        // Long literals of a test's data may stand on one line.
        #expect(line.contains("\""), "\(file.path):\(number + 1) is longer than 120 characters")
      }
    }
  }

  @Test("no code is left to be written, and none ends the process")
  func honesty() throws {
    let words = ["TO" + "DO", "FIX" + "ME", "fatal" + "Error(", "try" + "!", "as" + "! "]
    for file in try Sources.files(in: "Sources") {
      for (number, line) in file.lines.enumerated() {
        for word in words { #expect(!line.contains(word), "\(file.path):\(number + 1) has \(word)") }
      }
    }
  }

  @Test("libraries never print, exit, or read environment or clock")
  func quietLibraries() throws {
    let words = ["print(", " exit(", "getenv(", "clock_gettime(", "time(nil)"]
    let allowed: [String: Set<String>] = ["Files": ["clock_gettime("], "Transfer": ["clock_gettime("]]
    for file in try Sources.files(in: "Sources") where !["Commands", "hlspack"].contains(file.module) {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for word in words where allowed[file.module]?.contains(word) != true {
          let isCall = line.range(of: word).map { range in
            range.lowerBound == line.startIndex || !line[line.index(before: range.lowerBound)].isLetter
          }
          #expect(isCall != true, "\(file.path):\(number + 1) calls \(word)")
        }
      }
    }
  }

  @Test("every module is described in Sources/README.md")
  func description() throws {
    let text = try String(contentsOfFile: Sources.root.path + "/Sources/README.md", encoding: .utf8)
    for name in FloorPlan.floors.joined() { #expect(text.contains(name), "\(name) is not described") }
  }

  @Test("the declarations of the command line are sound")
  func declarations() {
    #expect(DeclarationCheck.findings(in: HLSPack.tool) == [])
  }

  @Test("help fits 80 columns", arguments: [nil, "build", "show", "verify"])
  func help(command: String?) throws {
    guard case .help(let text) = try HLSPack.tool.parse((command.map { [$0] } ?? []) + ["--help"]) else {
      Issue.record("no help")
      return
    }
    for line in text.split(separator: "\n") { #expect(line.unicodeScalars.count <= 80, "\(line)") }
  }

  @Test("man pages and completions are as the declarations render them", arguments: Generated.allCases)
  func generated(what: Generated) throws {
    let folder = Sources.root.path + (what == .man ? "/man/" : "/man/completions/")
    for (name, text) in GenerateCommand.files(what) {
      let stored = try? String(contentsOfFile: folder + name, encoding: .utf8)
      #expect(
        stored == text, "\(folder + name) is not up to date: run \"hlspack generate \(what.rawValue) …\"")
    }
  }

  @Test("every option is offered by every shell's completion", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let tool = HLSPack.tool.described
    let text =
      switch shell {
      case "bash": BashCompletion.text(of: tool)
      case "zsh": ZshCompletion.text(of: tool)
      default: FishCompletion.text(of: tool)
      }
    for command in tool.visibleCommands {
      for option in command.visibleOptions {
        let word = shell == "fish" ? "-l '\(option.name)'" : "--\(option.name)"
        #expect(text.contains(word), "\(command.name): \(word)")
      }
    }
  }
}
