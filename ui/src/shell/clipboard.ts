// Copies and shares text. Knows no draughts.

/** Copies a text; resolves to false if the system refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Plain http and older web views: copying a selected field still works there.
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    document.body.append(field)
    field.select()
    const copied = document.execCommand('copy')
    field.remove()
    return copied
  }
}

/** Offers a text to other apps; resolves to `true` if one took it. */
export async function shareText(text: string): Promise<boolean> {
  try {
    await navigator.share({ text })
    return true
  } catch {
    // The user cancelled.
    return false
  }
}

/** Offers an address to other apps, or copies it. Resolves to the outcome. */
export async function shareLink(title: string, url: string): Promise<'shared' | 'copied' | 'refused'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url })
      return 'shared'
    } catch (thrown) {
      // The user cancelled.
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'shared'
    }
  }
  return (await copyText(url)) ? 'copied' : 'refused'
}
