/** Whoever reads a citation must find what it names: pages of docs/, and sections of the fact pages. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => /\.(?:ts|tsx|mjs|md)$/.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** `docs/facts/x.md §1, §6`: a page and the sections cited of it. */
const CITED = /\bdocs\/facts\/([a-z_]+)\.md((?:,? (?:and )?§\d+(?:\.\d+)?)*)/g

test('every section of a fact page that code cites is there', () => {
  const headings = new Map<string, string>()
  const missing: string[] = []
  let sections = 0
  for (const file of files.filter((name) => existsSync(join(root, name)))) {
    // A citation may be broken over two lines of a comment.
    const text = read(file).replaceAll(/\n \* /g, ' ')
    for (const [, page = '', cited = ''] of text.matchAll(CITED)) {
      const path = `docs/facts/${page}.md`
      if (!existsSync(join(root, path))) {
        missing.push(`${file}: ${path}`)
        continue
      }
      const sheet = headings.get(page) ?? read(path)
      headings.set(page, sheet)
      for (const [number] of cited.matchAll(/\d+(?:\.\d+)?/g)) {
        sections += 1
        const found = new RegExp(`^#{2,3} ${number.replace('.', '\\.')}\\b`, 'm').test(sheet)
        if (!found) missing.push(`${file}: ${path} §${number}`)
      }
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(sections > 50, `only ${sections} citations were found`)
})

test('every link between pages of the documentation leads to a file', () => {
  const broken: string[] = []
  for (const file of files.filter((name) => name.endsWith('.md') && existsSync(join(root, name)))) {
    for (const [, target = ''] of read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      if (!existsSync(join(root, dirname(file), target))) broken.push(`${file}: ${target}`)
    }
  }
  assert.deepEqual(broken, [])
})
