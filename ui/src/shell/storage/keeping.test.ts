import { beforeEach, expect, it, vi } from 'vitest'
import type { Client } from '../../client/client'
import type { HomeView, KeepingView } from '../../client/types'
import { announcer } from '../announcer.svelte'
import { FakeClient, failed, game, settle } from '../../shared/fake'
import { keeping } from './keeping.svelte'

const memory: KeepingView = { storage: 'memory', unkept: { why: 'full', file: 'damier.db', unsaved: false }, merged: false }
const kept: KeepingView = { storage: 'kept', unkept: null, merged: false }

let fake: FakeClient
let client: Client
let room: boolean

beforeEach(async () => {
  room = false
  fake = new FakeClient()
    .on('goOnInMemory', () => memory)
    .on('keepAgain', () => (room ? kept : memory))
    .on('playMove', () => {
      if (!room && fake.paramsOf('goOnInMemory').length === 0) throw failed('full')
      return game()
    })
  client = keeping.over(fake)
  // Resets the state of the previous test.
  room = true
  await keeping.tryAgain()
  room = false
  announcer.lines = []
})

const move = { game: 1, ply: 0, path: [32, 28] }

it('plays a move in memory if the disk refuses, and announces it once', async () => {
  await client.call('playMove', move)
  await client.call('playMove', move)
  expect(fake.paramsOf('goOnInMemory')).toEqual([{ why: 'full' }])
  expect([keeping.storage, keeping.unsaved]).toEqual(['memory', true])
  expect(announcer.lines).toHaveLength(1)
  expect(announcer.lines[0]?.text).toContain('The storage is full.')
})

it('tries again by itself and announces when everything is saved', async () => {
  vi.useFakeTimers()
  await client.call('playMove', move)
  await vi.advanceTimersByTimeAsync(25_000)
  expect([keeping.storage, fake.paramsOf('keepAgain').length]).toEqual(['memory', 3])
  room = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect([keeping.storage, keeping.unsaved]).toEqual(['kept', false])
  expect(announcer.lines.at(-1)?.text).toBe('All is saved again.')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fake.paramsOf('keepAgain')).toHaveLength(4)
  vi.useRealTimers()
})

it('announces a refusal of an attempt by hand, and runs one attempt at a time', async () => {
  await client.call('playMove', move)
  await Promise.all([keeping.tryAgain(true), keeping.tryAgain(true)])
  expect(fake.paramsOf('keepAgain')).toHaveLength(1)
  expect(announcer.lines.map((line) => line.text)).toEqual([keeping.sentence, keeping.sentence])
  room = true
  await keeping.tryAgain(true)
  expect([keeping.storage, announcer.lines.at(-1)?.text]).toEqual(['kept', 'All is saved again.'])
})

it('an import without room fails', async () => {
  fake.on('importChunk', () => {
    throw failed('full')
  })
  await expect(client.call('importChunk', { import: 1, data: '', last: true })).rejects.toMatchObject({ kind: 'full' })
  await settle()
  expect([keeping.storage, fake.paramsOf('goOnInMemory')]).toEqual(['kept', []])
})

it('passes on other failures, and that of a store too large for memory', async () => {
  fake.on('playMove', () => {
    throw failed('illegalMove')
  })
  await expect(client.call('playMove', move)).rejects.toMatchObject({ kind: 'illegalMove' })
  fake
    .on('playMove', () => {
      throw failed('readOnly')
    })
    .on('goOnInMemory', () => {
      throw failed('readOnly')
    })
  await expect(client.call('playMove', move)).rejects.toMatchObject({ kind: 'readOnly' })
  expect(keeping.storage).toBe('kept')
})

it('announces a rescued store once and repeats only the call of the start', async () => {
  let told = 0
  keeping.onRescued = () => told++
  fake.on('libraryState', () => {
    throw failed('rescued')
  })
  await expect(client.call('libraryState', {})).rejects.toMatchObject({ kind: 'rescued' })
  expect(told).toBe(1)
  expect(announcer.lines.at(-1)?.text).toContain('What could be read of it was saved')
  let tries = 0
  fake.on('home', () => {
    if (++tries === 1) throw failed('rescued')
    return { storage: 'kept', unkept: null } as HomeView
  })
  await client.call('home', {})
  expect([tries, told]).toEqual([2, 1])
})
