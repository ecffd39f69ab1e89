// The content security policy: no other server, no foreign script.
import { expect, test } from '@playwright/test'
import { Damier } from './damier'

/** Runs in a page or a worker. Returns the rule that stops a request to another server. */
async function reach(): Promise<string> {
  const told = new Promise<string>((resolve) => {
    const listener = (event: Event): void => resolve((event as SecurityPolicyViolationEvent).effectiveDirective)
    globalThis.addEventListener('securitypolicyviolation', listener, { once: true })
    globalThis.document?.addEventListener('securitypolicyviolation', listener, { once: true })
    setTimeout(() => resolve('nothing'), 3000)
  })
  await fetch('http://127.0.0.1:9/').catch(() => undefined)
  return told
}

test('Neither the page nor a worker reaches another server', async ({ page, hasTouch }) => {
  await new Damier(page, hasTouch ?? false).begin('In a club')
  expect(await page.evaluate(reach)).toBe('connect-src')
  await expect.poll(() => page.workers().length).toBeGreaterThan(0)
  for (const worker of page.workers()) expect(await worker.evaluate(reach)).toBe('connect-src')
})

test('Foreign scripts, pictures and frames are blocked', async ({ page, hasTouch }) => {
  await new Damier(page, hasTouch ?? false).begin('In a club')
  await page.evaluate(() => {
    const found: string[] = []
    Object.assign(window, { found })
    document.addEventListener('securitypolicyviolation', (event) => found.push(event.effectiveDirective))
    const put = (name: string, given: Record<string, string>): void => {
      document.body.append(Object.assign(document.createElement(name), given))
    }
    put('script', { textContent: 'window.ran = true' })
    put('script', { src: 'http://127.0.0.1:9/x.js' })
    put('img', { src: 'http://127.0.0.1:9/x.png' })
    put('iframe', { src: 'http://127.0.0.1:9/' })
    put('object', { data: 'http://127.0.0.1:9/' })
  })
  // The page and its server state the same policy: each violation is reported twice.
  const found = () => page.evaluate(() => [...new Set((window as unknown as { found: string[] }).found)].toSorted())
  await expect.poll(found).toEqual(['frame-src', 'img-src', 'object-src', 'script-src-elem'])
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})
