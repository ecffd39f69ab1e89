// Nine wooden sounds, synthesised from two damped tones and a burst of noise. Knows nothing of the board.

/** The sounds of a board. Each has a visual counterpart, so silence loses nothing. */
export interface Sounds {
  /** Perceived volume, 0 to 1; 0 is silence. */
  volume: number
  /** A piece is picked up. */
  lift(): void
  /** A piece lands. */
  put(): void
  /** The `nth` piece of a capture, from 1: each is one tone higher. */
  take(nth: number): void
  /** The second disc lands on the first. */
  crown(): void
  /** A refusal: two soft low knocks. */
  refuse(): void
  /** One switch frames a choice; the first of a list is lower. */
  step(first: boolean): void
  /** Little time is left. */
  lowTime(): void
  /** A puzzle or a step is solved: two knocks, a fifth apart. */
  found(): void
  /** A game, a lesson or an exam is won: a chord from below, knock by knock. */
  won(): void
  /** Closes the audio device. */
  close(): void
}

/** Makes the loudest knock peak at -12 dB (measured). */
const LOUDNESS = 0.41
/** A struck wooden bar: its second mode is 2.76 times the first. */
const SECOND_MODE = 2.76
const WHOLE_TONE = 2 ** (2 / 12)

/** Wooden sounds through Web Audio; silent without it. The device opens at the first sound. */
export function createSounds(volume = 1): Sounds {
  let context: AudioContext | null = null
  let puff: AudioBuffer | null = null

  const open = (): AudioContext | null => {
    if (sounds.volume === 0 || typeof AudioContext === 'undefined') return null
    context ??= new AudioContext()
    // Browsers start the device suspended until the first gesture; iOS suspends it for a phone call and leaves it so.
    if (context.state !== 'running') void context.resume().catch(() => {})
    return context
  }

  const noise = (audio: AudioContext): AudioBuffer => {
    if (puff) return puff
    puff = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.03), audio.sampleRate)
    const samples = puff.getChannelData(0)
    for (let index = 0; index < samples.length; index++) {
      samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 2
    }
    return puff
  }

  const fade = (audio: AudioContext, peak: number, start: number, seconds: number): GainNode => {
    const gain = audio.createGain()
    // Half as loud to the ear is about a quarter of the amplitude.
    const share = sounds.volume ** 2
    gain.gain.setValueAtTime(peak * LOUDNESS * share, start)
    gain.gain.exponentialRampToValueAtTime(0.0005 * share, start + seconds)
    gain.connect(audio.destination)
    return gain
  }

  /** Plays one knock: `pitch` in hertz, `seconds` until it has died away, `after` seconds from now. */
  const knock = (pitch: number, seconds: number, loudness = 1, after = 0): void => {
    if (!context && sounds.volume > 0 && typeof AudioContext !== 'undefined') {
      // Opening the device takes too long for a tap, so the first sound waits for the paint.
      setTimeout(() => {
        if (open()) knock(pitch, seconds, loudness, after)
      })
      return
    }
    const audio = open()
    if (!audio) return
    const start = audio.currentTime + after
    for (const [mode, share] of [
      [1, 0.6],
      [SECOND_MODE, 0.2],
    ] as const) {
      const tone = audio.createOscillator()
      tone.frequency.setValueAtTime(pitch * mode, start)
      tone.connect(fade(audio, loudness * share, start, seconds / mode))
      tone.start(start)
      tone.stop(start + seconds)
    }
    const strike = audio.createBufferSource()
    const body = audio.createBiquadFilter()
    strike.buffer = noise(audio)
    body.type = 'bandpass'
    body.frequency.value = pitch * 4
    strike.connect(body).connect(fade(audio, loudness * 0.2, start, 0.03))
    strike.start(start)
  }

  const sounds: Sounds = {
    volume,
    lift: () => knock(520, 0.05, 0.35),
    put: () => knock(240, 0.11),
    take: (nth) => knock(330 * WHOLE_TONE ** Math.min(nth - 1, 12), 0.1, 0.9),
    crown: () => {
      knock(240, 0.12)
      knock(240 * 1.5, 0.2, 0.9, 0.09)
    },
    refuse: () => {
      knock(150, 0.09, 0.4)
      knock(130, 0.11, 0.4, 0.09)
    },
    step: (first) => knock(first ? 440 : 660, 0.04, 0.25),
    lowTime: () => {
      knock(700, 0.06, 0.6)
      knock(700, 0.06, 0.6, 0.16)
    },
    // Both begin once the piece has landed.
    found: () => {
      knock(392, 0.16, 0.45, 0.12)
      knock(392 * 1.5, 0.3, 0.45, 0.22)
    },
    won: () => {
      for (const [nth, ratio] of [1, 1.25, 1.5, 2].entries()) knock(294 * ratio, nth === 3 ? 0.5 : 0.25, 0.5, 0.12 + nth * 0.12)
    },
    close: () => {
      void context?.close().catch(() => {})
      context = null
      puff = null
    },
  }
  return sounds
}
