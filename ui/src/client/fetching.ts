// Why a file of the app did not come. Knows no file.

/** Why: no network, the server does not give it, or the server has another version by now. */
export type WhyNot = 'offline' | 'server' | 'gone'

/** Whether an answer is the file: some servers answer what they do not have with their page. */
export function isFile(response: Response): boolean {
  return response.ok && !isPage(response)
}

/** Why an answer is no file, or there was none. */
export function whyNot(response: Response | undefined): WhyNot {
  if (!response) return navigator.onLine ? 'server' : 'offline'
  return isPage(response) || response.status === 404 || response.status === 410 ? 'gone' : 'server'
}

/** The same where the browser tells only that something did not load: asks for this very file, past everything kept. */
export async function whyNothing(): Promise<WhyNot> {
  return whyNot(await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined))
}

function isPage(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/html') ?? false
}
