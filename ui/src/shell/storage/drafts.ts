// Texts half written: kept outside the store, at every key, so that Escape, "back", a reload and a closed window lose none.
import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

const PLACE = 'damier:drafts'
/** Most drafts kept, and the longest one in characters; the oldest give way. */
const MOST = 40
const LONGEST = 20_000

type Field = HTMLInputElement | HTMLTextAreaElement

function all(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    const pair = (one: unknown): one is [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')
    return Array.isArray(kept) ? kept.filter(pair) : []
  } catch {
    return []
  }
}

function keep(drafts: [string, string][]): void {
  try {
    if (drafts.length > 0) localStorage.setItem(PLACE, JSON.stringify(drafts))
    else localStorage.removeItem(PLACE)
  } catch {
    // A browser without room or storage: the text stays in its field.
  }
}

/** Keeps the draft of a text; a blank one removes it. */
export function keepDraft(key: string, text = ''): void {
  const others = all().filter(([other]) => other !== key)
  keep(text.trim() && text.length <= LONGEST ? [...others, [key, text] as [string, string]].slice(-MOST) : others)
}

/** The draft of a text; `undefined` without one. */
export function draftOf(key: string): string | undefined {
  return all().find(([other]) => other === key)?.[1]
}

/** Removes every draft. */
export function forgetDrafts(): void {
  keep([])
}

/**
 * Keeps what is typed into a field until it is taken: until its form is sent, or `stored` is the same text. A field
 * shown again gets the text back; one that saves itself saves it then.
 */
export function draft(key: string, stored = ''): Attachment<Field> {
  return (field) => {
    let gone = false
    const text = draftOf(key)
    if (text?.trim() === stored.trim()) keepDraft(key)
    else if (text !== undefined && field.value !== text) {
      const back = async (): Promise<void> => {
        // The field shows the stored text first.
        await tick()
        if (gone) return
        field.value = text
        // A binding and a field that saves itself follow these, as they follow a person's.
        for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
      }
      void back()
    }
    const typed = (): void => keepDraft(key, field.value.trim() === stored.trim() ? '' : field.value)
    const sent = (): void => keepDraft(key)
    const { form } = field
    field.addEventListener('input', typed)
    form?.addEventListener('submit', sent)
    return () => {
      gone = true
      field.removeEventListener('input', typed)
      form?.removeEventListener('submit', sent)
    }
  }
}
