/** Writes lines into a file, but not at once: writing would take the processor from what is measured. */
import { appendFileSync } from 'node:fs'

const LATER = 500

export function toldLater(file: string) {
  let untold = ''
  const tell = () => {
    appendFileSync(file, untold)
    untold = ''
  }
  return (line: string) => {
    if (!untold) setTimeout(tell, LATER).unref()
    untold += `${line}\n`
  }
}
