// What the page and its workers may not do, whatever gets into them: reach another server, run a script that did not come with the app.
import { expect, test } from '@playwright/test'
import { Damier } from './damier'

/** Runs in a page or a worker: which of our rules stop a request to another server. */
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

test('neither the page nor a worker reaches another server', async ({ page, hasTouch }) => {
  await new Damier(page, hasTouch ?? false).begin('In a club')
  expect(await page.evaluate(reach)).toBe('connect-src')
  await expect.poll(() => page.workers().length).toBeGreaterThan(0)
  for (const worker of page.workers()) expect(await worker.evaluate(reach)).toBe('connect-src')
})

test('a script in the page that did not come with it does not run, nor a picture or a frame from elsewhere', async ({ page, hasTouch }) => {
  await new Damier(page, hasTouch ?? false).begin('In a club')
  const stopped = await page.evaluate(async () => {
    const found: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => found.push(event.effectiveDirective))
    const put = (name: string, given: Record<string, string>): void => {
      document.body.append(Object.assign(document.createElement(name), given))
    }
    put('script', { textContent: 'window.ran = true' })
    put('script', { src: 'http://127.0.0.1:9/x.js' })
    put('img', { src: 'http://127.0.0.1:9/x.png' })
    put('iframe', { src: 'http://127.0.0.1:9/' })
    put('object', { data: 'http://127.0.0.1:9/' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    // The page and its server say the same: each stop is told twice.
    return { found: [...new Set(found)].toSorted(), ran: 'ran' in window }
  })
  expect(stopped.ran).toBe(false)
  expect(stopped.found).toEqual(['frame-src', 'img-src', 'object-src', 'script-src-elem'])
})
