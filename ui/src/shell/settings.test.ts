import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '../client/client'
import { settings } from './settings.svelte'

const kept = vi.fn<(name: string, params: unknown) => Promise<object>>(() => Promise.resolve({}))
const load = (texts: Record<string, string>): Promise<void> => settings.load({ call: kept } as unknown as Client, texts)

beforeEach(() => {
  kept.mockClear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
})

describe('the volume', () => {
  it('is full by default', async () => {
    await load({})
    expect(settings.loudness).toBe(1)
  })
  it('is zero if the older setting had the sounds off', async () => {
    await load({ sound: 'off' })
    expect(settings.loudness).toBe(0)
    settings.set('volume', '40')
    expect(settings.loudness).toBe(0.4)
    expect(kept).toHaveBeenCalledWith('setSetting', { key: 'volume', value: '40' })
  })
  it('overrides the older setting once chosen', async () => {
    await load({ sound: 'off', volume: '40' })
    expect(settings.loudness).toBe(0.4)
  })
})
