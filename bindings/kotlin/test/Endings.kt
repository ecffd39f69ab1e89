import kotlin.system.exitProcess
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.damier.*
import org.damier.core.*

/* Programs that end during searches: `EndingsKt alive|exit|short`. */

private class Listening : SearchListener {
    @Volatile var heard = false
    override fun onInfo(info: SearchInfo): Boolean { heard = true; return true }
}

@OptIn(DelicateCoroutinesApi::class)
fun main(arguments: Array<String>) = runBlocking {
    val listening = Listening()
    if (arguments[0] == "short") {
        check(Engine().bestMove(Game(Variant.INTERNATIONAL), Limits.Depth(3u), listening).best != null)
        return@runBlocking
    }
    for (listener in listOf(listening, null)) {
        GlobalScope.launch(Dispatchers.IO) { Engine().bestMove(Game(Variant.INTERNATIONAL), Limits.Infinite, listener) }
    }
    while (!listening.heard) delay(1)
    if (arguments[0] == "exit") exitProcess(0)
}
