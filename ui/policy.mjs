// Content security policy: a page loads its own files only and uses no other network. The window has the same policy in tauri.conf.json.
export const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

// Isolates a page from other sites, without which browsers share no memory between threads. Browsers ignore it, with an error in the
// console, on plain http from other devices. The service worker (src/sw.ts) adds it for hosts that send no headers.
export const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}
