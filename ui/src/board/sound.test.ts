import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSounds } from './sound'

/** A minimal audio device. */
class Device {
  static opened: Device[] = []
  state: string = 'running'
  currentTime = 0
  sampleRate = 8000
  destination = {}
  resume = vi.fn<() => Promise<string>>(() => Promise.resolve((this.state = 'running')))
  constructor() {
    Device.opened.push(this)
  }
  private static node(): object {
    const param = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined, value: 0 }
    const node = { gain: param, frequency: param, start: () => undefined, stop: () => undefined, connect: (to: unknown) => to }
    return node
  }
  createGain = Device.node
  createOscillator = Device.node
  createBufferSource = Device.node
  createBiquadFilter = Device.node
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', Device)
  Device.opened = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the device opens at the first sound, after the paint, and not at volume 0', () => {
  createSounds(0).put()
  const sounds = createSounds()
  vi.runAllTimers()
  expect(Device.opened).toHaveLength(0)
  sounds.put()
  expect(Device.opened).toHaveLength(0)
  vi.runAllTimers()
  sounds.take(2)
  expect(Device.opened).toHaveLength(1)
})

it('a suspended or interrupted device resumes with the next sound', () => {
  const sounds = createSounds()
  sounds.put()
  vi.runAllTimers()
  const [device] = Device.opened
  for (const state of ['suspended', 'interrupted']) {
    if (device) device.state = state
    sounds.put()
    expect(device?.state).toBe('running')
  }
  expect(device?.resume).toHaveBeenCalledTimes(2)
})

it('what is found is two knocks, what is won a chord of four, and silence none of them', () => {
  const sounds = createSounds()
  sounds.put()
  vi.runAllTimers()
  const [device] = Device.opened
  const struck = vi.spyOn(device as Device, 'createBufferSource')
  sounds.found()
  expect(struck).toHaveBeenCalledTimes(2)
  sounds.won()
  expect(struck).toHaveBeenCalledTimes(6)
  sounds.volume = 0
  sounds.won()
  expect(struck).toHaveBeenCalledTimes(6)
})
