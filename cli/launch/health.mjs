#!/usr/bin/env node
// For what watches containers: ends with 0 while the process beside it answers at /health, by the settings of both.
const { HOST, PORT, ROLE, HEALTH_PORT } = process.env

const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
// A worker answers there only, and without it nowhere: that it runs is all that can be told.
const port = ROLE === 'worker' ? HEALTH_PORT : PORT || '3000'
const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/health`
const problem = port ? await ask() : undefined
if (problem) {
  process.stderr.write(`${url}: ${problem}\n`)
  process.exitCode = 1
}

async function ask() {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(4000) })
    return ok ? undefined : status
  } catch (error) {
    return error.cause?.code ?? error.name
  }
}
