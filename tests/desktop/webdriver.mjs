// A WebDriver client for the window: its own X server, WebKitWebDriver, the program, and a fresh home folder.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.mjs'
import { PATIENCE, still, until } from '../paths/places.mjs'

/** Starts a program that writes its address to its third file descriptor once it is ready. */
async function started(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], ...options })
  const where = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} ended`)))
    child.stdio[3].once('data', (data) => resolve(String(data).trim()))
  })
  return { child, where }
}

/** Starts an X server on a free display, a session bus, and a fresh home. */
export async function screen() {
  const home = mkdtempSync(join(tmpdir(), 'damier-window-'))
  // Without -noreset the server starts over when its last window closes, and turns away a program that starts just then.
  const { child: x, where } = await started('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'])
  const env = {
    ...process.env,
    DISPLAY: `:${where}`,
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
  // A second instance finds the first one by this bus: it must not be that of the person at this machine.
  const bus = await started('dbus-daemon', ['--session', '--nofork', '--print-address=3'], { env })
  env.DBUS_SESSION_BUS_ADDRESS = bus.where
  return {
    env,
    home,
    /** Ends every process of this home before the folder is removed: a web process writes to its cache until it ends. */
    async close() {
      x.kill()
      bus.child.kill()
      for (const pid of processesOf(home)) kill(pid)
      await until('the end of all processes of this home', () => processesOf(home).every(isGone))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Starts the program in a driven window with these arguments. */
export async function open(binary, env, args = []) {
  const port = await freePort()
  // The program writes its errors there too.
  const output = openSync(join(env.HOME, 'driver.txt'), 'w')
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: ['ignore', output, output] })
  closeSync(output)
  const base = `http://127.0.0.1:${port}`

  async function ask(method, path, body) {
    const response = await fetch(base + path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    }).catch((cause) => {
      throw new Error(`${method} ${path}: no answer from the driver`, { cause })
    })
    const { value } = await response.json()
    if (value?.error) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }

  await until('the driver', () => ask('GET', '/status').then((status) => status.ready))
  const { sessionId } = await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
  }).catch((error) => {
    throw new Error(`${error.message}\n${state(binary, env)}`, { cause: error })
  })
  const session = `/session/${sessionId}`
  const running = processes(binary, env.DISPLAY)

  const page = {
    /** Runs a function in the page and returns its result. */
    run: (code, ...args) => ask('POST', `${session}/execute/sync`, { script: `return (${code})(...arguments)`, args }),

    /** Presses the middle of the element that a function of the page returns. */
    async press(find, ...args) {
      const at = await still(page, find, ...args)
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

    /** Returns a PNG of the page after two frames: the driver may return an older one. */
    async picture() {
      await ask('POST', `${session}/execute/async`, {
        script: 'const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))',
        args: [],
      })
      return Buffer.from(await ask('GET', `${session}/screenshot`), 'base64')
    },

    reload: () => ask('POST', `${session}/refresh`, {}),

    resize: (width, height) => ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height }),

    /**
     * Lets the driver end the program, and waits. If the driver were killed first, the program would go on, and the next start
     * would only focus it.
     */
    async close() {
      await ask('DELETE', session).catch(() => undefined)
      await page.ended()
      driver.kill()
    },

    /** Waits for the end of the program, and until the bus knows of it: else the next start would hand over to it and end. */
    ended: () => until('the end of the program', () => running.every(isGone) && !isOnBus(env)),

    /** Ends only the driver: its program is gone already. */
    abandon() {
      driver.kill('SIGKILL')
    },
  }
  return page
}

/** Asks the windows of this screen to close, like their close button. */
export function pressCross(env) {
  const asked = execFileSync('python3', [fileURLToPath(new URL('close.py', import.meta.url))], { env, encoding: 'utf8' })
  if (Number(asked) === 0) throw new Error('no window to close')
}

/** Presses keys together by their X names, such as "Control_L", "equal". They reach the system's menus too. */
export function pressKeys(env, ...names) {
  execFileSync('python3', [fileURLToPath(new URL('keys.py', import.meta.url)), ...names], { env })
}

/** Processes that a test finds by what /proc says of them; `read` returns a file of the process. */
function processesWith(fits) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return fits((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Processes of the program on this display. */
export function processes(binary, display) {
  return processesWith((read) => read('environ').includes(`DISPLAY=${display}\0`) && read('cmdline').startsWith(binary))
}

/** The processes of the program on this display with what each thread waits for, and the ends of the logs: for the message of a failed start. */
function state(binary, env) {
  const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const threads = (pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      [read(`/proc/${pid}/task/${thread}/comm`).trim(), read(`/proc/${pid}/task/${thread}/wchan`)].join(' '),
    )
  const logs = [join(env.HOME, 'driver.txt'), join(env.XDG_DATA_HOME, 'org.damier.app/logs/damier.log')]
  const ends = logs.flatMap((file) => read(file).split('\n').slice(-8))
  return [...processes(binary, env.DISPLAY).flatMap((pid) => [pid, ...threads(pid)]), ...ends].join('\n')
}

/** True if the bus still has the name by which a second start finds the first. */
function isOnBus(env) {
  const ask = ['--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus.ListNames']
  // Without the bus, which ends with its screen, nothing is on it.
  return spawnSync('dbus-send', ask, { env, encoding: 'utf8' }).stdout.includes('org.damier.app.SingleInstance')
}

const processesOf = (home) => processesWith((read) => `\0${read('environ')}`.includes(`\0HOME=${home}\0`))

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** True once a process and all its threads are gone: the last one releases its resources, including its name on the bus. */
function isGone(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => / Z /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')))
  } catch {
    return !existsSync(`/proc/${pid}`)
  }
}
