// The phone's own way back: closes what lies over the page before the page itself is left.

/** Closes the sheet on top when the phone sends "back" (Phone.kt), and so keeps it from leaving the page. */
export function closeByBack(): void {
  window.addEventListener('back', (event) => {
    const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
    if (!top || event.defaultPrevented) return
    event.preventDefault()
    top.close()
  })
}
