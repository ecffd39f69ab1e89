import { tick } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { draft, draftOf, forgetDrafts, keepDraft } from './drafts'

/** Shows a field as a page does; returns it, its events, and the function that takes it away. */
function shown(key: string, stored = '', inForm = false) {
  const field = document.createElement('input')
  field.value = stored
  const form = document.createElement('form')
  if (inForm) form.append(field)
  document.body.append(inForm ? form : field)
  const events: string[] = []
  for (const event of ['input', 'change']) field.addEventListener(event, () => events.push(`${event} ${field.value}`))
  const leave = draft(key, stored)(field) as () => void
  const type = (text: string): void => {
    field.value = text
    field.dispatchEvent(new Event('input'))
  }
  return { field, form, events, leave, type }
}

beforeEach(() => localStorage.clear())

describe('a text half written', () => {
  it('comes back in its field, and a field that saves itself hears of it', async () => {
    const first = shown('comment:9:4', 'good')
    first.type('good, but')
    first.leave()
    const again = shown('comment:9:4', 'good')
    await tick()
    expect([again.field.value, again.events]).toEqual(['good, but', ['input good, but', 'change good, but']])
    again.leave()
    expect(shown('comment:9:5').field.value).toBe('')
  })

  it('goes when its form is sent, when it is stored, and when it is typed back', async () => {
    const form = shown('form', '', true)
    form.type('Club')
    form.form.dispatchEvent(new Event('submit'))
    expect(draftOf('form')).toBeUndefined()
    shown('stored').type(' Ann ')
    expect(draftOf('stored')).toBe(' Ann ')
    shown('stored', 'Ann')
    expect(draftOf('stored')).toBeUndefined()
    const back = shown('back', 'Ann')
    back.type('Ann B')
    back.type('Ann')
    await tick()
    expect([draftOf('back'), back.events.length]).toEqual([undefined, 2])
  })

  it('gives way when there are too many, and is not kept beyond a bound', () => {
    for (let number = 0; number < 60; number++) keepDraft(`key ${number}`, 'text')
    expect([draftOf('key 19'), draftOf('key 20'), draftOf('key 59')]).toEqual([undefined, 'text', 'text'])
    keepDraft('key 59', 'x'.repeat(20_001))
    expect(draftOf('key 59')).toBeUndefined()
    forgetDrafts()
    expect(draftOf('key 50')).toBeUndefined()
  })

  it('survives storage that holds something else', () => {
    for (const text of ['', 'x', '{}', '[1,[2],["a"],["a",3]]', 'null']) {
      localStorage.setItem('damier:drafts', text)
      expect(draftOf('a')).toBeUndefined()
      keepDraft('a', 'b')
      expect(draftOf('a')).toBe('b')
    }
  })
})
