package org.damier.app

import android.app.Activity
import android.content.ContentValues
import android.content.Context
import android.content.Intent
import android.net.Uri
import android.os.Build
import android.os.Environment
import android.print.PrintAttributes
import android.print.PrintManager
import android.provider.MediaStore
import android.provider.OpenableColumns
import android.view.WindowManager
import android.webkit.MimeTypeMap
import android.webkit.WebView
import androidx.activity.OnBackPressedCallback
import androidx.annotation.RequiresApi
import androidx.appcompat.app.AppCompatActivity
import androidx.core.content.IntentCompat
import androidx.core.view.WindowCompat
import app.tauri.annotation.Command
import app.tauri.annotation.InvokeArg
import app.tauri.annotation.TauriPlugin
import app.tauri.plugin.Channel
import app.tauri.plugin.Invoke
import app.tauri.plugin.JSArray
import app.tauri.plugin.JSObject
import app.tauri.plugin.Plugin
import java.io.File
import java.io.IOException
import kotlin.concurrent.thread

@InvokeArg
class Listener {
    lateinit var channel: Channel
}

@InvokeArg
class SavedFile {
    lateinit var path: String
}

@InvokeArg
class SharedText {
    lateinit var title: String
    lateinit var text: String
}

@InvokeArg
class Awake {
    var on = false
}

@InvokeArg
class Bars {
    var dark = false
}

/** All that only Android's own interfaces can do: `phone.rs` calls it. */
@TauriPlugin
class Phone(private val activity: Activity) : Plugin(activity) {
    private var webView: WebView? = null
    private var channel: Channel? = null

    override fun load(webView: WebView) {
        this.webView = webView
        val owner = activity as AppCompatActivity
        owner.onBackPressedDispatcher.addCallback(owner, Back(webView))
    }

    /** Leads back as the pages do: closes the sheet on top, else goes to the page before, else leaves the app, which stays as it is. */
    private inner class Back(private val webView: WebView) : OnBackPressedCallback(true) {
        override fun handleOnBackPressed() {
            // `false` if the page has taken the event (ui/src/shell/navigation/back.ts).
            webView.evaluateJavascript("dispatchEvent(new Event('back', { cancelable: true }))") { untaken ->
                when {
                    untaken == "false" -> Unit
                    webView.canGoBack() -> webView.goBack()
                    else -> activity.moveTaskToBack(true)
                }
            }
        }
    }

    /** Passes on what the app is opened with, now and later. */
    @Command
    fun listen(invoke: Invoke) {
        channel = invoke.parseArgs(Listener::class.java).channel
        invoke.resolve()
        thread {
            inbox().deleteRecursively()
            take(activity.intent)
        }
    }

    override fun onNewIntent(intent: Intent) {
        thread { take(intent) }
    }

    /** Copies the files of an intent: the permission to read them ends with it. */
    private fun take(intent: Intent) {
        // From the list of recent apps an old intent comes again.
        if (intent.flags and Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY != 0) return
        val addresses = when (intent.action) {
            Intent.ACTION_VIEW -> listOfNotNull(intent.data)
            Intent.ACTION_SEND -> listOfNotNull(IntentCompat.getParcelableExtra(intent, Intent.EXTRA_STREAM, Uri::class.java))
            Intent.ACTION_SEND_MULTIPLE ->
                IntentCompat.getParcelableArrayListExtra(intent, Intent.EXTRA_STREAM, Uri::class.java).orEmpty()
            else -> emptyList()
        }
        // A path of another scheme could name the app's own files.
        val files = addresses.filter { it.scheme == "content" && it.authority?.startsWith(activity.packageName) != true }.map(::copy)
        val text = intent.getStringExtra(Intent.EXTRA_TEXT)?.takeIf { intent.action == Intent.ACTION_SEND && files.isEmpty() }
        if (files.isEmpty() && text == null) return
        val news = JSObject()
        news.put("files", JSArray(files))
        news.put("texts", JSArray(listOfNotNull(text)))
        channel?.send(news)
    }

    /** Returns the path of the copy, which is missing if the file cannot be read. */
    private fun copy(address: Uri): String {
        val file = File(File(inbox(), System.nanoTime().toString()), File(nameOf(address)).name)
        try {
            file.parentFile?.mkdirs()
            activity.contentResolver.openInputStream(address)?.use { from -> file.outputStream().use { from.copyTo(it) } }
        } catch (refused: IOException) {
            file.delete()
        } catch (refused: SecurityException) {
            file.delete()
        }
        return file.path
    }

    private fun nameOf(address: Uri): String {
        val column = arrayOf(OpenableColumns.DISPLAY_NAME)
        val name = try {
            activity.contentResolver.query(address, column, null, null, null)?.use { rows ->
                if (rows.moveToFirst()) rows.getString(0) else null
            }
        } catch (refused: RuntimeException) {
            // Providers of other apps throw what they like.
            null
        }
        return name ?: address.lastPathSegment ?: "games.pdn"
    }

    private fun inbox() = File(activity.cacheDir, "opened")

    /** Moves a file into the phone's folder for downloads; answers with its place there. */
    @Command
    fun publish(invoke: Invoke) {
        val file = File(invoke.parseArgs(SavedFile::class.java).path)
        thread {
            try {
                val place = if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q) moveToDownloads(file) else file.path
                val answer = JSObject()
                answer.put("place", place)
                invoke.resolve(answer)
            } catch (error: Exception) {
                invoke.reject(error.message ?: error.toString())
            }
        }
    }

    @RequiresApi(Build.VERSION_CODES.Q)
    private fun moveToDownloads(file: File): String {
        val type = MimeTypeMap.getSingleton().getMimeTypeFromExtension(file.extension)
        val values = ContentValues().apply {
            put(MediaStore.Downloads.DISPLAY_NAME, file.name)
            // With another type the system would add its ending to the name.
            put(MediaStore.Downloads.MIME_TYPE, type ?: "application/octet-stream")
            put(MediaStore.Downloads.IS_PENDING, 1)
        }
        val resolver = activity.contentResolver
        val address = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, values) ?: throw IOException("no folder for downloads")
        try {
            val to = resolver.openOutputStream(address) ?: throw IOException("the folder for downloads is closed")
            to.use { file.inputStream().use { from -> from.copyTo(it) } }
        } catch (error: IOException) {
            resolver.delete(address, null, null)
            throw error
        }
        values.clear()
        values.put(MediaStore.Downloads.IS_PENDING, 0)
        resolver.update(address, values, null, null)
        file.delete()
        // The system numbers a name that is taken.
        return "${Environment.DIRECTORY_DOWNLOADS}/${nameOf(address)}"
    }

    @Command
    fun share(invoke: Invoke) {
        val shared = invoke.parseArgs(SharedText::class.java)
        val send = Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, shared.text)
        if (shared.title.isNotEmpty()) send.putExtra(Intent.EXTRA_SUBJECT, shared.title).putExtra(Intent.EXTRA_TITLE, shared.title)
        activity.startActivity(Intent.createChooser(send, null))
        invoke.resolve()
    }

    /** Keeps the screen on while the window is shown. */
    @Command
    fun keepAwake(invoke: Invoke) {
        val awake = invoke.parseArgs(Awake::class.java).on
        activity.runOnUiThread {
            val flag = WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON
            if (awake) activity.window.addFlags(flag) else activity.window.clearFlags(flag)
            invoke.resolve()
        }
    }

    /** Gives the signs in the system's bars a colour that is seen on the page. */
    @Command
    fun setBars(invoke: Invoke) {
        val dark = invoke.parseArgs(Bars::class.java).dark
        activity.runOnUiThread {
            val controller = WindowCompat.getInsetsController(activity.window, activity.window.decorView)
            controller.isAppearanceLightStatusBars = !dark
            controller.isAppearanceLightNavigationBars = !dark
            invoke.resolve()
        }
    }

    /** Prints the page: the web view has no `window.print`. */
    @Command
    fun print(invoke: Invoke) {
        activity.runOnUiThread {
            val page = webView ?: return@runOnUiThread invoke.reject("no page is shown")
            val title = page.title ?: "Damier"
            val manager = activity.getSystemService(Context.PRINT_SERVICE) as PrintManager
            manager.print(title, page.createPrintDocumentAdapter(title), PrintAttributes.Builder().build())
            invoke.resolve()
        }
    }
}
