// Reading aloud by the platform's own speech. Knows the language and the setting; no page, no draughts but how a move is said.
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/messages'
import { settings } from './settings.svelte'

/** A sentence in the language of the interface, or in the one that is named. */
export type Sentence = string | { text: string; of: string } | null | undefined

class Speech {
  /** The platform can speak at all. */
  get possible(): boolean {
    return typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined'
  }

  /** Reads sentences aloud if the reader has asked for it; what was being read ends. */
  read(...sentences: Sentence[]): void {
    if (settings.get('readAloud') === 'on') this.say(...sentences)
  }

  /** Reads sentences aloud now. */
  say(...sentences: Sentence[]): void {
    this.stop()
    this.add(...sentences)
  }

  /** Reads sentences aloud once those before are read. */
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

  stop(): void {
    if (this.possible) speechSynthesis.cancel()
  }
}

/** The sentences that follow each other in one language, joined: each voice says its own. */
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

/** Moves written with signs, as they are said: "32-28" is "32 à 28", "c3:e5" too, never "trente-deux moins vingt-huit". */
export function forTheEar(text: string): string {
  return text
    .replaceAll(/\b([a-h]\d|\d{1,2})-([a-h]\d|\d{1,2})\b/g, (_, from: string, to: string) => m.spoken_quiet({ from, to }))
    .replaceAll(/\b(?:[a-h]\d(?:[x×:][a-h]\d)+|\d{1,2}(?:[x×]\d{1,2})+)\b/g, (move: string) => {
      const squares = move.split(/[x×:]/)
      return m.spoken_takes({ from: squares[0] ?? '', to: language.list(squares.slice(1)) })
    })
}

export const speech = new Speech()
