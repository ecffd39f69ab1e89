import Damier
import Foundation
import Synchronization
import Testing

/// The scenarios of tests/scenarios through the typed objects: a call is the method of its name.
@Suite struct Scenarios {
    /// test.sh copies this file to target/bindings/swift-test/Tests/DamierTests.
    static let repository = (0..<6).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    static let files = try! FileManager.default
        .contentsOfDirectory(at: repository.appending(path: "tests/scenarios"), includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "json" }
        .map(\.lastPathComponent).sorted()

    @Test(arguments: files)
    func everyReplyIsAsExpected(file: String) throws {
        let scenario = try Json.file(Self.repository.appending(path: "tests/scenarios/\(file)"))
        let clock = Ticking()
        let objects = try Objects(store: .inMemory(clock: clock))
        var kept: [String: Json] = [:]
        for (i, step) in scenario["steps"].list!.enumerated() {
            clock.set(step: i)
            let name = step["call"].string!
            let at = "step \(i) (\(name))"
            var kind: String?
            var reply = Json.null
            do {
                reply = written(try objects.call(name, Fields(fill(step["params"], kept))))
            } catch let error as NotOfForm {
                kind = error.kind
                reply = .string(error.message)
            } catch let error as DraughtsError {
                kind = error.kind
                reply = .string(error.localizedDescription)
            }
            try #require(kind == step["error"].string, "\(at): \(reply)")
            if kind == nil, case let expected = step["reply"], expected != .null {
                try #require(mismatch(fill(expected, kept), reply, at: at) == nil)
            }
            for (name, pointer) in step["save"].object ?? [:] {
                kept[name] = pointer.string!.split(separator: "/").reduce(reply) { $0[String($1)] }
            }
        }
    }

    @Test func thereAreScenarios() {
        #expect(Self.files.count > 30)
    }

    @Test func everyCallHasItsMethod() throws {
        let rows = try String(contentsOf: Self.repository.appending(path: "bindings/coverage.tsv"), encoding: .utf8)
            .split(separator: "\n").dropFirst()
            .map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.count > 100)
        for row in rows {
            #expect(methods[row[1]]?.contains(row[0]) == true, "\(row[1]).\(row[0])")
        }
    }
}

/// A store and its parts. `types.mjs` writes `call`.
struct Objects: Sendable {
    let store: Store
    let library: GameLibrary
    let lessons: Lessons
    let puzzles: Puzzles

    init(store: Store) {
        self.store = store
        library = store.library()
        lessons = store.lessons()
        puzzles = store.puzzles()
    }
}

/// The clock of the scenarios: 21 November 2026, and one second more at each step.
final class Ticking: Clock, CustomDebugStringConvertible {
    private let steps = Mutex(0)

    func set(step: Int) {
        steps.withLock { $0 = step }
    }

    func now() -> Double {
        1_795_219_200_000 + 1000 * Double(steps.withLock { $0 })
    }

    var debugDescription: String { "Ticking" }
}

extension DraughtsError {
    /// As the scenarios name it.
    var kind: String {
        let name = Mirror(reflecting: self).children.first!.label!
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}

/// Replaces "$name" by the value saved under that name.
private func fill(_ json: Json, _ kept: [String: Json]) -> Json {
    switch json {
    case .string(let string) where string.hasPrefix("$"): kept[String(string.dropFirst())]!
    case .list(let items): .list(items.map { fill($0, kept) })
    case .object(let fields): .object(fields.mapValues { fill($0, kept) })
    default: json
    }
}

/// The place and the difference of an unexpected reply.
private func mismatch(_ expected: Json, _ reply: Json, at: String) -> String? {
    let differs = "\(at): expected \(expected), got \(reply)"
    switch (expected, reply) {
    case (.object(let fields), _) where fields["$length"] != nil:
        return (reply.list?.count).map { .number(Double($0)) } == fields["$length"] ? nil : differs
    case (.object(let fields), _) where fields["$contains"] != nil:
        let part = fields["$contains"]!
        let found = switch reply {
        case .list(let items): items.contains { mismatch(part, $0, at: at) == nil }
        case .string(let string): part.string.map(string.contains) ?? false
        default: false
        }
        return found ? nil : differs
    case (.object(let fields), .object(let others)):
        return fields.lazy.compactMap { mismatch($1, others[$0] ?? .null, at: "\(at)/\($0)") }.first
    case (.list(let items), .list(let others)) where items.count == others.count:
        return items.indices.lazy.compactMap { mismatch(items[$0], others[$0], at: "\(at)/\($0)") }.first
    default:
        return expected == reply ? nil : differs
    }
}
