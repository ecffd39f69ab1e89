import Damier
import Foundation

/// A JSON value. Numbers have one type, as in JSON.
enum Json: Equatable, Sendable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([Json])
    case object([String: Json])

    init(from decoder: Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let list = try? value.decode([Json].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: Json].self))
        }
    }

    static func file(_ url: URL) throws -> Json {
        try JSONDecoder().decode(Json.self, from: Data(contentsOf: url))
    }

    /// A field of an object, or an item of a list.
    subscript(key: String) -> Json {
        switch self {
        case .object(let fields): fields[key] ?? .null
        case .list(let items): items[Int(key)!]
        default: .null
        }
    }

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    var list: [Json]? {
        if case .list(let items) = self { items } else { nil }
    }

    var object: [String: Json]? {
        if case .object(let fields) = self { fields } else { nil }
    }
}

/// JSON that the types exclude.
struct NotOfForm: Error {
    var kind = "badParams"
    let message: String
}

/// A type that JSON converts to. `types.mjs` writes the conformance of the package's records and enums.
protocol Readable {
    init(json: Json) throws
}

/// An enum without fields: a string in JSON.
protocol Plain {}

extension Readable where Self: FixedWidthInteger {
    init(json: Json) throws {
        guard case .number(let number) = json, let exact = Self(exactly: number) else {
            throw NotOfForm(message: "\(json) is no \(Self.self)")
        }
        self = exact
    }
}

extension UInt8: Readable {}
extension UInt16: Readable {}
extension UInt32: Readable {}
extension UInt64: Readable {}
extension Int8: Readable {}
extension Int32: Readable {}
extension Int64: Readable {}

extension Double: Readable {
    init(json: Json) throws {
        guard case .number(let number) = json else { throw NotOfForm(message: "\(json) is no number") }
        self = number
    }
}

extension Bool: Readable {
    init(json: Json) throws {
        guard case .bool(let bool) = json else { throw NotOfForm(message: "\(json) is no Bool") }
        self = bool
    }
}

extension String: Readable {
    init(json: Json) throws {
        guard let string = json.string else { throw NotOfForm(message: "\(json) is no String") }
        self = string
    }
}

extension Optional: Readable where Wrapped: Readable {
    init(json: Json) throws {
        self = json == .null ? nil : try Wrapped(json: json)
    }
}

extension Array: Readable where Element: Readable {
    init(json: Json) throws {
        guard let items = json.list else { throw NotOfForm(message: "\(json) is no list") }
        self = try items.map(Element.init(json:))
    }
}

extension Dictionary: Readable where Key == String, Value: Readable {
    init(json: Json) throws {
        self = try Fields(json).fields.mapValues(Value.init(json:))
    }
}

extension BoardPlace: Readable {
    init(json: Json) throws {
        let place = try [UInt8](json: json)
        guard place.count == 2 else { throw NotOfForm(message: "\(json) is no place") }
        self.init(column: place[0], row: place[1])
    }
}

/// The fields of an object, each converted to the type that is asked for.
struct Fields {
    /// Names that C or Python reserve.
    private static let elsewhere = ["isShort": "short", "first": "from"]
    let fields: [String: Json]

    init(_ json: Json) throws {
        guard let fields = json.object else { throw NotOfForm(message: "\(json) is no object") }
        self.fields = fields
    }

    /// Without such a field: the default, nil for an optional, every aid for aids.
    func callAsFunction<Value: Readable>(_ name: String, default fallback: Value? = nil) throws -> Value {
        if let json = fields[name] ?? Self.elsewhere[name].flatMap({ fields[$0] }) { return try Value(json: json) }
        return try fallback ?? Aids.all as? Value ?? Value(json: .null)
    }
}

/// Converts a value of the package to JSON.
func written(_ value: Any) -> Json {
    switch value {
    case let bool as Bool: return .bool(bool)
    case let string as String: return .string(string)
    case let number as Double: return .number(number)
    case let number as any BinaryInteger: return .number(Double(number))
    case let place as BoardPlace: return .list([written(place.column), written(place.row)])
    case let plain as any Plain: return .string("\(plain)")
    default: break
    }
    let mirror = Mirror(reflecting: value)
    func fields(_ mirror: Mirror) -> [String: Json] {
        Dictionary(uniqueKeysWithValues: mirror.children.map { ($0.label!, written($0.value)) })
    }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { written($0.value) } ?? .null
    case .collection: return .list(mirror.children.map { written($0.value) })
    case .dictionary:
        return .object(Dictionary(uniqueKeysWithValues: (value as! [String: Any]).map { ($0, written($1)) }))
    case .enum:
        guard let (name, held) = mirror.children.first.map({ ($0.label!, $0.value) }) else {
            return .object(["kind": .string("\(value)")])
        }
        return .object(fields(Mirror(reflecting: held)).merging(["kind": .string(name)]) { _, kind in kind })
    default: return .object(fields(mirror))
    }
}
