// Reads text aloud with the platform's speech. Knows the language and the setting, and how moves are spoken.
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/messages'
import { settings } from './settings.svelte'

/** A sentence in the interface's language, or in the language `of`. */
export type Sentence = string | { text: string; of: string } | null | undefined

class Speech {
  /** `true` if the platform can speak. */
  get possible(): boolean {
    return typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined'
  }

  /** Reads sentences aloud if the setting is on; interrupts earlier ones. */
  read(...sentences: Sentence[]): void {
    if (settings.get('readAloud') === 'on') this.say(...sentences)
  }

  /** Reads sentences aloud now. */
  say(...sentences: Sentence[]): void {
    this.stop()
    this.add(...sentences)
  }

  /** Reads sentences aloud after earlier ones. */
  add(...sentences: Sentence[]): void {
    if (!this.possible) return
    for (const { text, of } of byLanguage(sentences)) {
      const utterance = new SpeechSynthesisUtterance(forTheEar(text))
      utterance.lang = of
      const voice = speechSynthesis.getVoices().find((one) => one.lang.toLowerCase().startsWith(of))
      if (voice) utterance.voice = voice
      speechSynthesis.speak(utterance)
    }
  }

  /** `true` until every sentence has been spoken. */
  get speaking(): boolean {
    return this.possible && (speechSynthesis.speaking || speechSynthesis.pending)
  }

  stop(): void {
    if (this.possible) speechSynthesis.cancel()
  }
}

/** Joins consecutive sentences of one language, so that one voice reads them. */
export function byLanguage(sentences: Sentence[]): { text: string; of: string }[] {
  const joined: { text: string; of: string }[] = []
  for (const sentence of sentences) {
    const { text, of } = typeof sentence === 'object' && sentence ? sentence : { text: sentence ?? '', of: language.now }
    const last = joined.at(-1)
    if (text && last?.of === of) last.text += ` ${text}`
    else if (text) joined.push({ text, of })
  }
  return joined
}

/** Replaces written moves by spoken ones: "32-28" becomes "32 à 28" and not "trente-deux moins vingt-huit". */
export function forTheEar(text: string): string {
  return text
    .replaceAll(/\b([a-h]\d|\d{1,2})-([a-h]\d|\d{1,2})\b/g, (_, from: string, to: string) => m.spoken_quiet({ from, to }))
    .replaceAll(/\b(?:[a-h]\d(?:[x×:][a-h]\d)+|\d{1,2}(?:[x×]\d{1,2})+)\b/g, (move: string) => {
      const squares = move.split(/[x×:]/)
      return m.spoken_takes({ from: squares[0] ?? '', to: language.list(squares.slice(1)) })
    })
}

export const speech = new Speech()
