/** Processor time as Linux tells it. */
import { readdir, readFile } from 'node:fs/promises'

/** Linux counts it in hundredths of a second. */
const TICKS = 100

/** What `/proc` says behind the name, which may hold anything: state, parent, … user and system time. */
export async function statOf(pid: number | string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** What these took since they began, in seconds, with those of their children that have ended; those that are gone count nothing. */
export async function secondsOf(pids: readonly (number | string)[]) {
  const stats = await Promise.all(pids.map(statOf))
  const ticks = stats.flatMap((fields) => fields.slice(11, 15).map(Number))
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS
}

/** A process and those that it began itself. */
export async function withChildren(pid: number) {
  const all = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const children = await Promise.all(
    all.map(async (each) =>
      (await statOf(Number(each)))[1] === String(pid) ? [Number(each)] : [],
    ),
  )
  return [pid, ...children.flat()]
}
