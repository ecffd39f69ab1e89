import { flushSync, mount, unmount } from 'svelte'
import { expect, it } from 'vitest'
import texts from './licence-texts.json'
import licences from './licences.json'
import Licences from './Licences.svelte'

const packages = new Set(Object.values(licences).flat())

it('has a text for every package, and each text once', () => {
  expect(packages.size).toBeGreaterThan(400)
  expect(new Set(texts.flatMap((entry) => entry.packages))).toEqual(packages)
  expect(new Set(texts.map(({ text }) => text.replaceAll(/\s+/g, ' '))).size).toBe(texts.length)
})

it('names the authors of MIT-licensed packages', () => {
  const mit = new Set(licences.MIT)
  const bare = texts.filter(({ text }) => !/copyright|authors|\(c\)/i.test(text)).flatMap((entry) => entry.packages)
  expect(mit.size).toBeGreaterThan(50)
  expect(bare.filter((name) => mit.has(name))).toEqual([])
})

it('shows the names by licence, and each text with its packages', async () => {
  const page = mount(Licences, { target: document.body })
  await expect.poll(() => document.querySelectorAll('details').length).toBe(texts.length)
  flushSync()
  const heads = [...document.querySelectorAll('h2')].map((head) => head.textContent)
  for (const licence of Object.keys(licences)) expect(heads.some((head) => head.startsWith(licence))).toBe(true)
  const fonts = [...document.querySelectorAll('details')].find((text) => text.textContent.includes('bricolage-grotesque'))
  expect(fonts?.querySelector('pre')?.textContent).toContain('SIL Open Font License')
  void unmount(page)
})
