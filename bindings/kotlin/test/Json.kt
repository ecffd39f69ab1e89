/** JSON as Kotlin values: maps, lists, strings, numbers, booleans, null. Enough for the scenarios. */
class Json(private val text: String) {
    private var at = 0

    fun read(): Any? = value().also { blank(); check(at == text.length) { "more after the end, at $at" } }

    private fun blank() { while (at < text.length && text[at].isWhitespace()) at++ }

    private fun eat(sign: Char): Boolean { blank(); return (at < text.length && text[at] == sign).also { if (it) at++ } }

    private fun value(): Any? {
        blank()
        return when (text[at]) {
            '{' -> fields()
            '[' -> items()
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private fun word(word: String, value: Any?): Any? { check(text.startsWith(word, at)); at += word.length; return value }

    private fun number(): Any {
        val end = (at until text.length).firstOrNull { text[it] !in "+-.eE0123456789" } ?: text.length
        return text.substring(at, end).also { at = end }.let { it.toLongOrNull() ?: it.toDouble() }
    }

    private fun string(): String {
        val read = StringBuilder()
        at++
        while (text[at] != '"') {
            if (text[at] != '\\') { read.append(text[at++]); continue }
            when (val sign = text[at + 1]) {
                'n' -> read.append('\n')
                't' -> read.append('\t')
                'u' -> { read.append(text.substring(at + 2, at + 6).toInt(16).toChar()); at += 4 }
                else -> read.append(sign)
            }
            at += 2
        }
        at++
        return read.toString()
    }

    private fun items(): List<Any?> {
        at++
        val read = mutableListOf<Any?>()
        if (eat(']')) return read
        do read += value() while (eat(','))
        check(eat(']')) { "a list without its end, at $at" }
        return read
    }

    private fun fields(): Map<String, Any?> {
        at++
        val read = linkedMapOf<String, Any?>()
        if (eat('}')) return read
        do { blank(); val key = string(); check(eat(':')); read[key] = value() } while (eat(','))
        check(eat('}')) { "an object without its end, at $at" }
        return read
    }
}
