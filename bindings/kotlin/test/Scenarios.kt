import java.io.File
import java.lang.reflect.InvocationTargetException
import kotlin.reflect.KCallable
import kotlin.reflect.KClass
import kotlin.reflect.KParameter
import kotlin.reflect.KType
import kotlin.reflect.full.createType
import kotlin.reflect.full.memberFunctions
import kotlin.reflect.full.primaryConstructor
import kotlin.reflect.full.companionObject
import kotlin.reflect.full.memberProperties
import kotlin.system.exitProcess
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.damier.*
import org.damier.core.*

/*
 * The scenarios of tests/scenarios through the typed objects: a call is the method of its name, found by its types. A value that
 * the types exclude (a string for a number) counts as `badParams`, an unknown method as `unknownCall`.
 */

private const val START = 1_795_219_200_000.0

/** Arguments with another name here: keywords of C or Python. */
private val ELSEWHERE = mapOf("isShort" to "short", "first" to "from")

class NotOfForm(message: String, val kind: String = "badParams") : Exception(message)

class Ticking : Clock {
    var time = START
    override fun now() = time
}

/** Converts JSON to a value of this type. */
fun read(type: KType, json: Any?): Any? {
    if (json == null) return if (type.isMarkedNullable) null else throw NotOfForm("nothing for $type")
    val kind = type.classifier as KClass<*>
    fun <T> ranged(value: Any?, least: Long, most: Long, made: (Long) -> T): T =
        (value as? Long)?.takeIf { it in least..most }?.let(made) ?: throw NotOfForm("$value is no $kind")
    return when (kind) {
        UByte::class -> ranged(json, 0, 255) { it.toUByte() }
        UShort::class -> ranged(json, 0, 65_535) { it.toUShort() }
        UInt::class -> ranged(json, 0, 4_294_967_295) { it.toUInt() }
        Byte::class -> ranged(json, -128, 127) { it.toByte() }
        Int::class -> ranged(json, Int.MIN_VALUE.toLong(), Int.MAX_VALUE.toLong()) { it.toInt() }
        Long::class -> ranged(json, Long.MIN_VALUE, Long.MAX_VALUE) { it }
        Double::class -> (json as? Number)?.toDouble() ?: throw NotOfForm("$json is no number")
        String::class, Boolean::class -> if (kind.isInstance(json)) json else throw NotOfForm("$json is no $kind")
        List::class -> listed(json).map { read(type.arguments.single().type!!, it) }
        BoardPlace::class -> listed(json).map { ranged(it, 0, 255) { place -> place.toUByte() } }.let { (column, row) -> BoardPlace(column, row) }
        else -> when {
            kind.java.isEnum -> kind.java.enumConstants.firstOrNull { camel((it as Enum<*>).name) == json } 
                ?: throw NotOfForm("$json is no $kind", if (kind == Variant::class && json is String) "unknownVariant" else "badParams")
            kind.isSealed -> {
                val fields = fields(json)
                val variant = kind.sealedSubclasses.firstOrNull { lower(it.simpleName!!) == fields["kind"] } ?: throw NotOfForm("$json is no $kind")
                variant.objectInstance ?: call(variant.primaryConstructor!!, null, fields)
            }
            else -> call(kind.primaryConstructor!!, null, fields(json))
        }
    }
}

fun listed(json: Any?) = json as? List<*> ?: throw NotOfForm("$json is no list")

@Suppress("UNCHECKED_CAST")
fun fields(json: Any?) = json as? Map<String, Any?> ?: throw NotOfForm("$json is no object")

/** Calls with the parameters it has; one that JSON lacks and that has no default is null, or all help. */
fun call(callable: KCallable<*>, owner: Any?, fields: Map<String, Any?>): Any? {
    val arguments = mutableMapOf<KParameter, Any?>()
    for (parameter in callable.parameters) {
        val name = if (parameter.name in fields) parameter.name else ELSEWHERE[parameter.name] ?: parameter.name
        when {
            parameter.kind == KParameter.Kind.INSTANCE -> arguments[parameter] = owner
            name in fields -> arguments[parameter] = read(parameter.type, fields[name])
            parameter.isOptional -> {}
            parameter.type.isMarkedNullable -> arguments[parameter] = null
            parameter.type == Aids::class.createType() -> arguments[parameter] = Aids.ALL
            else -> throw NotOfForm("no $name")
        }
    }
    return callable.callBy(arguments)
}

fun camel(constant: String): String = constant.lowercase().split('_').let { words -> words.first() + words.drop(1).joinToString("") { it.replaceFirstChar(Char::uppercase) } }

fun lower(name: String) = name.replaceFirstChar(Char::lowercase)

/** Converts a value to JSON. */
fun written(value: Any?): Any? = when (value) {
    null, is String, is Boolean -> value
    is UByte -> value.toDouble()
    is UShort -> value.toDouble()
    is UInt -> value.toDouble()
    is ULong -> value.toDouble()
    is Number -> value.toDouble()
    is List<*> -> value.map(::written)
    is Map<*, *> -> value.mapValues { written(it.value) }
    is Enum<*> -> camel(value.name)
    is BoardPlace -> listOf(value.column.toDouble(), value.row.toDouble())
    else -> {
        val kind = value::class
        val parts = kind.primaryConstructor?.parameters.orEmpty().map { it.name!! }
        val fields = kind.memberProperties.filter { it.name in parts }.associate { it.name to written(it.getter.call(value)) }
        val whole = kind.java.superclass.kotlin
        if (whole.isSealed) fields + ("kind" to lower(kind.simpleName!!)) else fields
    }
}

/** Replaces "$name" by the value saved under that name. All numbers have one type, as in JSON. */
fun fill(json: Any?, kept: Map<String, Any?>): Any? = when (json) {
    is String -> if (json.startsWith('$')) kept[json.drop(1)] else json
    is List<*> -> json.map { fill(it, kept) }
    is Map<*, *> -> json.mapValues { fill(it.value, kept) }
    else -> json
}

/** The place and the difference of an unexpected reply. */
fun mismatch(expected: Any?, reply: Any?, at: String = ""): String? {
    val differs = "$at: expected $expected, got $reply"
    return when {
        expected is Map<*, *> && "\$length" in expected -> differs.takeIf { (reply as? List<*>)?.size?.toLong() != expected["\$length"] }
        expected is Map<*, *> && "\$contains" in expected -> {
            val part = expected["\$contains"]
            val found = when (reply) {
                is List<*> -> reply.any { mismatch(part, it) == null }
                is String -> part is String && part in reply
                else -> false
            }
            differs.takeUnless { found }
        }
        expected is Map<*, *> && reply is Map<*, *> -> expected.entries.firstNotNullOfOrNull { (key, field) -> mismatch(field, reply[key], "$at/$key") }
        expected is List<*> && reply is List<*> && expected.size == reply.size ->
            expected.indices.firstNotNullOfOrNull { mismatch(expected[it], reply[it], "$at/$it") }
        expected is Number && reply is Number -> differs.takeUnless { expected.toDouble() == reply.toDouble() }
        else -> differs.takeUnless { expected == reply }
    }
}

fun play(steps: List<Map<String, Any?>>) {
    val clock = Ticking()
    val store = Store.inMemory(clock)
    // First the parts: `store.lessons()` is the part itself.
    val objects = listOf(store.lessons(), store.puzzles(), store.library(), store)
    val kept = mutableMapOf<String, Any?>()
    steps.forEachIndexed { i, step ->
        clock.time = START + 1000.0 * i
        val name = step["call"] as String
        val at = "step $i ($name)"
        var kind: String? = null
        val reply = try {
            val (owner, method) = objects.firstNotNullOfOrNull { owner ->
                owner::class.memberFunctions.firstOrNull { it.name == name && name != "clone" }?.let { owner to it }
            } ?: throw NotOfForm("no method is named $name", "unknownCall")
            written(call(method, owner, fields(fill(step["params"], kept))))
        } catch (refused: NotOfForm) {
            kind = refused.kind
            refused.message
        } catch (thrown: InvocationTargetException) {
            val cause = thrown.cause as? DraughtsException ?: throw thrown.cause!!
            kind = lower(cause::class.simpleName!!)
            cause.message
        }
        check(kind == step["error"]) { "$at: expected ${step["error"] ?: "a reply"}, got ${kind ?: "a reply"}: $reply" }
        if (kind == null && "reply" in step) mismatch(fill(step["reply"], kept), reply)?.let { error("$at: $it") }
        fields(step["save"] ?: emptyMap<String, Any?>()).forEach { (key, pointer) ->
            val part = (pointer as String).split('/').drop(1).fold(reply) { whole, key ->
                if (whole is List<*>) whole[key.toInt()] else (whole as Map<*, *>)[key]
            }
            kept[key] = if (part is Double && part % 1.0 == 0.0) part.toLong() else part
        }
    }
    objects.forEach { (it as AutoCloseable).close() }
}

/** Behaviour specific to this language: cancelled coroutines, failing listeners, closed objects. */
fun engine() = runBlocking {
    Engine().use { engine ->
        val game = Game(Variant.INTERNATIONAL)
        val found = engine.bestMove(game, Limits.Depth(4u))
        check(found.best!!.notation in game.legalMoves().map { it.notation })
        val failing = object : SearchListener {
            override fun onInfo(info: SearchInfo): Boolean = throw IllegalStateException("a listener's own fault")
        }
        withTimeout(20_000) { check(engine.bestMove(game, Limits.Infinite, failing).best != null) }
        val endless = async { engine.bestMove(game, Limits.Infinite) }
        kotlinx.coroutines.delay(100)
        engine.stop()
        withTimeout(20_000) { check(endless.await().best != null) }
        try {
            game.play("32-37")
            error("an illegal move was played")
        } catch (refused: DraughtsException.IllegalMove) {
            check("32" in refused.message!!)
        }
    }
}

fun covered(file: File): List<String> {
    val objects = mapOf("Store" to Store::class, "GameLibrary" to GameLibrary::class, "Lessons" to Lessons::class, "Puzzles" to Puzzles::class,
        "Position" to Position::class, "Game" to Game::class, "Engine" to Engine::class)
    return file.readLines().drop(1).map { it.split('\t') }.mapNotNull { (name, owner) ->
        val kind = objects.getValue(owner)
        val has = (kind.memberFunctions + (kind.companionObject?.memberFunctions ?: emptyList())).any { it.name == name }
        "$owner.$name".takeUnless { has }
    }
}

fun main(arguments: Array<String>) {
    var failed = 0
    var passed = 0
    fun test(name: String, body: () -> Unit) = try {
        body()
        passed++
        println("ok   $name")
    } catch (fault: Throwable) {
        failed++
        println("FAIL $name: $fault")
    }
    val files = File(arguments[0]).listFiles { file -> file.extension == "json" }!!.sorted()
    for (file in files) {
        @Suppress("UNCHECKED_CAST")
        val scenario = Json(file.readText()).read() as Map<String, Any?>
        @Suppress("UNCHECKED_CAST")
        test(scenario["name"] as String) { play(scenario["steps"] as List<Map<String, Any?>>) }
    }
    test("the engine is awaited, stopped and listened to") { engine() }
    test("objects are closed twice, and refuse afterwards") { closedTwiceAndUsedAfterwards() }
    test("a part outlives its store") { aPartOutlivesItsStore() }
    test("copies go their own way, positions are equal by what stands there") { copiesAndComparisons() }
    test("records are equal, hashed and printed by their fields") { recordsAreTheirFields() }
    test("errors are one sealed family") { errorsAreSealed() }
    test("an object is closed under the hands of threads") { closedInUse() }
    test("a search outlives its engine and its game") { closedInSearch() }
    test("what is forgotten is let go of beside other work") { forgotten() }
    test("nothing copies a handle") { nothingIsSerialized() }
    test("every call has its method") { covered(File(arguments[1])).let { check(it.isEmpty()) { it } } }
    println("Kotlin: $passed passed, $failed failed")
    exitProcess(if (failed > 0 || files.isEmpty()) 1 else 0)
}
