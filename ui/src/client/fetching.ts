// Finds out why a file of the app could not be loaded.

/** No network, no such file on the server, or a newer version on the server. */
export type WhyNot = 'offline' | 'server' | 'gone'

/** True if a response is the file: some servers answer with their page instead of 404. */
export function isFile(response: Response): boolean {
  return response.ok && !isPage(response)
}

/** Returns why a response, or none, is not the file. */
export function whyNot(response: Response | undefined): WhyNot {
  if (!response) return navigator.onLine ? 'server' : 'offline'
  return isPage(response) || response.status === 404 || response.status === 410 ? 'gone' : 'server'
}

/** Returns the reason if the browser only reports that something did not load: requests this very file past all caches. */
export async function whyNothing(): Promise<WhyNot> {
  return whyNot(await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined))
}

function isPage(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/html') ?? false
}
