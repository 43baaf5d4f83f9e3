/** The site, built from what is laid out, once for the same pages: the gate builds it, and the tests take what is there. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vitepress'
import { assemble, built, pagesFolder, work } from './assemble.ts'

const mark = join(work, 'built-of')

/** Answers how many pages there are. */
export async function builtSite(): Promise<number> {
  const pages = await assemble()
  const digest = digestOf()
  if (readMark() === digest) return pages
  await build(import.meta.dirname)
  writeFileSync(mark, digest)
  return pages
}

function digestOf() {
  const own = globSync('{*.ts,.vitepress/*.ts}', { cwd: import.meta.dirname })
  const files = [
    ...own.map((file) => join(import.meta.dirname, file)),
    ...globSync('**/*.md', { cwd: pagesFolder }).map((file) => join(pagesFolder, file)),
  ].sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Of a build that went through. */
function readMark() {
  try {
    readFileSync(join(built, 'index.html'))
    return readFileSync(mark, 'utf8')
  } catch {
    return undefined
  }
}
