/** The Chromium of the tests: one for all files that share a process, since to start it costs more than many of their tests. */
import { type Browser, chromium } from 'playwright-core'
import { atEndOfGroup } from '../group.ts'
import { browserPath } from './browser.ts'

let shared: Browser | undefined

/** Whoever asks for it closes the contexts that they open in it: in a group it stays. */
export async function openChromium(): Promise<{ browser: Browser } & AsyncDisposable> {
  const browser = shared?.isConnected() ? shared : await launch()
  if (browser !== shared) {
    if (!atEndOfGroup(() => browser.close()))
      return { browser, [Symbol.asyncDispose]: () => browser.close() }
    shared = browser
  }
  return { browser, async [Symbol.asyncDispose]() {} }
}

function launch() {
  // Chromium's own sandbox does not work for root.
  const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  // Several begin at once on a busy machine; half a minute, as Playwright has it, was too little for that.
  return chromium.launch({ executablePath: browserPath(), args, timeout: 120_000 })
}
