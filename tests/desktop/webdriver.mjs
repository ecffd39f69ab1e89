// A WebDriver client for the real window: an X server of its own, WebKitWebDriver, the program, and a fresh home folder.
// Knows the protocol, nothing of the app.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PATIENCE, middle, until } from '../paths/places.mjs'

/** An X server on a display of its own choice, and a home that nothing else uses. */
export async function screen() {
  const home = mkdtempSync(join(tmpdir(), 'damier-window-'))
  const x = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise((resolve, reject) => {
    x.once('error', reject)
    x.once('exit', () => reject(new Error('Xvfb ended')))
    x.stdio[3].once('data', (data) => resolve(`:${String(data).trim()}`))
  })
  const env = {
    ...process.env,
    DISPLAY: display,
    WAYLAND_DISPLAY: '',
    HOME: home,
    LANG: 'en_GB.UTF-8',
    LANGUAGE: 'en',
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_RUNTIME_DIR: home,
    TAURI_AUTOMATION: 'true',
    TAURI_WEBVIEW_AUTOMATION: 'true',
  }
  return {
    env,
    home,
    close() {
      x.kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Starts the program in a driven window, with these arguments. */
export async function open(binary, env, args = []) {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}`

  async function ask(method, path, body) {
    const response = await fetch(base + path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    })
    const { value } = await response.json()
    if (value?.error) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }

  await until('the driver', () => ask('GET', '/status').then((status) => status.ready))
  const { sessionId } = await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
  })
  const session = `/session/${sessionId}`

  const page = {
    /** Runs a function in the page and gives its answer. */
    run: (code, ...args) => ask('POST', `${session}/execute/sync`, { script: `return (${code})(...arguments)`, args }),

    /** Presses at the middle of what a function of the page points out, as a finger or mouse would. */
    async press(find, ...args) {
      const at = await until('a place to press', () => page.run(middle(find), ...args))
      await ask('POST', `${session}/actions`, {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', duration: 0, origin: 'viewport', ...at },
              { type: 'pointerDown', button: 0 },
              { type: 'pause', duration: 30 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      })
    },

    /** The picture of the page as a PNG, once two frames were drawn: the driver may hand out an older one. */
    async picture() {
      await ask('POST', `${session}/execute/async`, {
        script: 'const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))',
        args: [],
      })
      return Buffer.from(await ask('GET', `${session}/screenshot`), 'base64')
    },

    reload: () => ask('POST', `${session}/refresh`, {}),

    resize: (width, height) => ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height }),

    async close() {
      await ask('DELETE', session).catch(() => undefined)
      driver.kill()
    },

    /** The driver only: its program is gone already. */
    abandon() {
      driver.kill('SIGKILL')
    },
  }
  return page
}

/** Asks the windows of this screen to close, as a person does by their cross. */
export function pressCross(env) {
  const asked = execFileSync('python3', [fileURLToPath(new URL('close.py', import.meta.url))], { env, encoding: 'utf8' })
  if (Number(asked) === 0) throw new Error('no window to close')
}

/** The program's processes that have this display: ours, and nobody else's. */
export function processes(binary, display) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DISPLAY=${display}\0`) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(binary)
        )
      } catch {
        return false
      }
    })
    .map(Number)
}
