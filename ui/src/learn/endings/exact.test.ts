import { expect, it } from 'vitest'
import type { ExactTablesView, TablesState } from '../../client/types'
import { ExactTables } from './exact.svelte'
import { FakeClient, failed, pace } from '../../shared/fake'

function tables(state: TablesState, percent = 0): ExactTablesView {
  return { state, percent, megabytes: 5.8, minutes: 1, aside: null, failed: false }
}

it('polls until the tables are ready, then stops', async () => {
  const left = [tables('building', 40), tables('building', 90), tables('ready', 100)]
  const client = new FakeClient().on('workOnTables', () => tables('building')).on('exactTables', () => left.shift() ?? tables('nothing'))
  const waits = pace()
  const exact = new ExactTables(client, 4, waits)
  expect(await exact.wish('build')).toBe(true)
  expect(client.paramsOf('workOnTables')).toEqual([{ pieces: 4, wish: 'build' }])
  expect(client.paramsOf('exactTables')).toEqual([{ pieces: 4 }, { pieces: 4 }, { pieces: 4 }])
  expect([exact.view?.state, exact.view?.percent, left.length]).toEqual(['ready', 100, 0])
  expect(waits.waits).toEqual([1000, 1000, 1000])
})

it('announces nothing for tables that were ready before', async () => {
  const exact = new ExactTables(
    new FakeClient().on('exactTables', () => tables('ready', 100)),
    4,
    pace(),
  )
  expect(await exact.follow()).toBe(false)
  expect(exact.view?.state).toBe('ready')
})

it('waits while a large file is read, without a build', async () => {
  const left = [tables('reading'), tables('reading'), tables('part', 30)]
  const waits = pace()
  const exact = new ExactTables(
    new FakeClient().on('exactTables', () => left.shift() ?? tables('nothing')),
    5,
    waits,
  )
  expect(await exact.follow()).toBe(false)
  expect([exact.view?.state, waits.waits.length]).toEqual(['part', 2])
})

it('stops polling when left, and the newest request counts', async () => {
  let looks = 0
  const client = new FakeClient()
    .on('exactTables', () => {
      looks++
      if (looks === 2) exact.leave()
      return tables('building', looks)
    })
    .on('workOnTables', () => tables('part', 30))
  const exact = new ExactTables(client, 5, pace())
  expect(await exact.follow()).toBe(false)
  expect([looks, exact.view?.percent]).toEqual([2, 1])
  await exact.wish('stop')
  expect(exact.view?.state).toBe('part')
})

it('keeps the last state when a request fails', async () => {
  const client = new FakeClient()
    .on('exactTables', () => tables('ready', 100))
    .on('workOnTables', () => {
      throw failed('storage')
    })
  const exact = new ExactTables(client, 5, pace())
  await exact.follow()
  expect(await exact.wish('delete')).toBe(false)
  expect([exact.view?.state, exact.failure?.kind]).toEqual(['ready', 'storage'])
})
