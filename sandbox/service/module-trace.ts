/** With `node --import`: writes down which files of ours, and of OpenTelemetry's, a process has loaded, or all, into a file. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// The address of this module says where to write: settings are read in the configuration only.
const asked = new URL(import.meta.url).searchParams
const trace = asked.get('into') ?? ''
const all = asked.has('all')

/** Of what others wrote only this: nobody is to load it who did not ask for it. */
const FOLLOWED = '/node_modules/@opentelemetry/'

registerHooks({
  load(url, context, nextLoad) {
    if (
      url.startsWith('file:') &&
      (all || !url.includes('/node_modules/') || url.includes(FOLLOWED))
    )
      appendFileSync(trace, `${url.split('?')[0]}\n`)
    return nextLoad(url, context)
  },
})
