import java.lang.ref.WeakReference
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.damier.*
import org.damier.core.*

/* Objects of the library that are closed twice, used after closing, dropped, or closed during use. */

private val OPENING = listOf("32-28", "19-23", "28x19", "14x23")

private fun played() = Game(Variant.INTERNATIONAL).also { game -> OPENING.forEach(game::play) }

private fun store() = Store.inMemory(Ticking())

/** One object of each class, with a use that returns. */
private fun everyObject(): List<Pair<AutoCloseable, () -> Any?>> {
    val game = played()
    val position = Position.start(Variant.FRISIAN)
    val engine = Engine()
    val store = store()
    val library = store.library()
    val lessons = store.lessons()
    val puzzles = store.puzzles()
    return listOf(
        game to { game.toPdn() },
        position to { position.legalMoves() },
        engine to { engine.stop() },
        library to { library.libraryState() },
        lessons to { lessons.lessons(Variant.INTERNATIONAL, "en") },
        puzzles to { puzzles.puzzles(Variant.INTERNATIONAL) },
        store to { store.home() },
    )
}

/** True if the error says that the object is closed. */
private fun isRefused(use: () -> Any?): Boolean = try {
    use()
    false
} catch (refused: IllegalStateException) {
    "already been destroyed" in refused.message!!
}

fun closedTwiceAndUsedAfterwards() {
    for ((held, use) in everyObject()) {
        use()
        held.close()
        held.close()
        check(isRefused(use)) { "$held was used after its end" }
    }
}

fun aPartOutlivesItsStore() {
    val store = store()
    val library = store.library()
    store.close()
    check(library.libraryState().games == 0u)
    library.close()
}

fun copiesAndComparisons() {
    val game = played()
    val twin = game.copy()
    game.close()
    twin.play(twin.legalMoves().first().notation)
    check(twin.ply() == 5u && twin != played())
    val (one, other) = List(2) { Position.start(Variant.INTERNATIONAL).play("32-28") }
    check(one == other && one.hashCode() == other.hashCode() && setOf(one, other).size == 1)
    check(one != Position.start(Variant.INTERNATIONAL))
}

fun recordsAreTheirFields() {
    val (one, other) = List(2) { Game(Variant.INTERNATIONAL).also { game -> OPENING.take(2).forEach(game::play) }.legalMoves().single() }
    check(one == other && one.hashCode() == other.hashCode() && setOf(one, other).size == 1)
    check(one.captured == listOf<UByte>(23u) && one.routes == listOf(listOf<UByte>(28u, 19u)))
    check("captured=[23], routes=[[28, 19]]" in one.toString()) { one }
    check(one != one.copy(captured = listOf(24u)))
    val (drawn, again) = List(2) { Overlay.Route(listOf(28u, 19u), "1") }
    check(drawn == again && drawn.hashCode() == again.hashCode())
    check(played().position().view() == played().position().view())
    // 144 and above are negative as bytes. No board has these squares, and none may turn into another square.
    for (wrong in listOf<UByte>(0u, 51u, 200u, 255u)) {
        try {
            played().playPath(listOf(31u, wrong))
            error("square $wrong was played")
        } catch (_: DraughtsException.IllegalMove) {
        }
    }
}

/** Compiles only while the `when` names every kind. */
fun errorsAreSealed() {
    check(DraughtsException::class.isSealed)
    val kind = try {
        Position.fromFen(Variant.INTERNATIONAL, "nonsense")
        null
    } catch (refused: DraughtsException) {
        when (refused) {
            is DraughtsException.BadParams -> "BadParams"
            is DraughtsException.UnknownVariant -> "UnknownVariant"
            is DraughtsException.BadPosition -> "BadPosition"
            is DraughtsException.IllegalMove -> "IllegalMove"
            is DraughtsException.Stale -> "Stale"
            is DraughtsException.GameOver -> "GameOver"
            is DraughtsException.GoingOn -> "GoingOn"
            is DraughtsException.NotFound -> "NotFound"
            is DraughtsException.FromNewerApp -> "FromNewerApp"
            is DraughtsException.Damaged -> "Damaged"
            is DraughtsException.Rescued -> "Rescued"
            is DraughtsException.Busy -> "Busy"
            is DraughtsException.Full -> "Full"
            is DraughtsException.ReadOnly -> "ReadOnly"
            is DraughtsException.Denied -> "Denied"
            is DraughtsException.Gone -> "Gone"
            is DraughtsException.Storage -> "Storage"
            is DraughtsException.LinkDamaged -> "LinkDamaged"
            is DraughtsException.LinkForeign -> "LinkForeign"
            is DraughtsException.LinkNewer -> "LinkNewer"
            is DraughtsException.Internal -> "Internal"
        }
    }
    check(kind == "BadPosition") { "$kind" }
}

/** Threads use an object that another thread closes: each use returns the right answer or is refused. */
fun closedInUse() {
    repeat(200) {
        val game = played()
        val refused = AtomicInteger()
        val ready = CountDownLatch(3)
        val threads = List(3) {
            thread {
                ready.countDown()
                repeat(20) {
                    if (isRefused { check(game.moves().map { it.notation } == OPENING) }) refused.incrementAndGet()
                }
            }
        }
        ready.await()
        game.close()
        threads.forEach(Thread::join)
        check(isRefused { game.ply() })
    }
}

/** A search continues after its engine and its game are closed. */
fun closedInSearch() = runBlocking {
    val engine = Engine()
    val game = played()
    val found = async { engine.bestMove(game, Limits.Depth(6u)) }
    kotlinx.coroutines.yield()
    engine.close()
    game.close()
    check(withTimeout(20_000) { found.await() }.best != null)
}

/** The garbage collector frees unclosed objects on its own thread while other threads work. */
fun forgotten() {
    val working = thread { repeat(50) { everyObject().forEach { (held, use) -> use(); held.close() } } }
    // A store holds its clock until Rust frees it.
    val clocks = List(20) { Ticking().let { clock -> Store.inMemory(clock).home(); WeakReference(clock) } }
    repeat(2_000) { played().position() }
    val end = System.nanoTime() + 120_000_000_000
    while (clocks.any { it.get() != null }) {
        check(System.nanoTime() < end) { "an unreachable object was not freed" }
        System.gc()
        Thread.sleep(20)
    }
    working.join()
}

fun nothingIsSerialized() {
    for ((held, _) in everyObject()) check(held !is java.io.Serializable && held !is Cloneable)
}
