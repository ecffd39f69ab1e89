package org.damier.app

import android.os.Bundle
import android.view.View
import android.webkit.WebView
import androidx.activity.enableEdgeToEdge
import androidx.core.view.ViewCompat
import androidx.core.view.WindowInsetsCompat

/** The first web view that tells its pages how far the bars of the system reach (`env(safe-area-inset-top)`). */
private const val TELLS_INSETS = 144

class MainActivity : TauriActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        enableEdgeToEdge()
        super.onCreate(savedInstanceState)
    }

    override fun onWebViewCreate(webView: WebView) {
        val release = version.substringBefore('.').toIntOrNull() ?: 0
        if (release < TELLS_INSETS) keepClearOfBars(findViewById(android.R.id.content))
    }

    /** Keeps the pages of an older web view between the bars and above the keyboard. */
    private fun keepClearOfBars(content: View) {
        ViewCompat.setOnApplyWindowInsetsListener(content) { view, insets ->
            val types = WindowInsetsCompat.Type.systemBars() or
                WindowInsetsCompat.Type.displayCutout() or
                WindowInsetsCompat.Type.ime()
            val bars = insets.getInsets(types)
            view.setPadding(bars.left, bars.top, bars.right, bars.bottom)
            WindowInsetsCompat.CONSUMED
        }
    }
}
