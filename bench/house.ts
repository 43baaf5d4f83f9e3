/** The house in figures: how much there is and where, how long its files are, how much of it is tested. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root, say } from './service.ts'

export async function house() {
  const tracked = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = tracked
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)) && !/generated|\.d\.ts$/.test(file))
  const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1
  const isTest = (file: string) => /\.test\.tsx?$|(^|\/)test\//.test(file)
  const source = files.filter((file) => !isTest(file)).map((file) => ({ file, lines: lines(file) }))
  source.sort((a, b) => a.lines - b.lines)
  const total = source.reduce((sum, each) => sum + each.lines, 0)
  const tests = files.filter(isTest).reduce((sum, file) => sum + lines(file), 0)
  const at = (share: number) => source[Math.floor(source.length * share)]?.lines
  const longest = source.at(-1)
  say(
    `${source.length} source files, ${total} lines, median ${at(0.5)}, p90 ${at(0.9)}, longest ${longest?.file} (${longest?.lines})`,
  )
  say(`tests ${tests} lines, ${(tests / total).toFixed(2)} of the source`)
  const rooms = Map.groupBy(source, ({ file }) => file.split('/')[0] ?? '')
  const shares = [...rooms].map(([room, held]) => ({
    room,
    share: held.reduce((sum, each) => sum + each.lines, 0) / total,
  }))
  shares.sort((a, b) => b.share - a.share)
  say(shares.map(({ room, share }) => `${room} ${Math.round(share * 100)} %`).join(', '))
  say(`cupboards ${cupboards(source).length}: ${cupboards(source).join(' ')}`)
}

/** Files under 45 lines with one importer, in that importer's folder: they belong into it, unless they name an idea. */
function cupboards(source: readonly { file: string; lines: number }[]) {
  const importers = new Map<string, Set<string>>()
  for (const { file } of source) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, target = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = resolve(root, dirname(file), target)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
    // Names of rooms in package.json, such as #store/.
    for (const [, target = ''] of text.matchAll(/from '#([^']+)'/g)) {
      for (const imported of [join(root, 'server', target), join(root, target)])
        importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return source.flatMap(({ file, lines }) => {
    const from = [...(importers.get(join(root, file)) ?? [])]
    const [only = ''] = from
    // One of many in a list is no cupboard.
    const listed = /(?:index|main)\.ts$/.test(only)
    const alone = from.length === 1 && !listed && dirname(only) === dirname(file)
    return lines < 45 && alone ? [file] : []
  })
}
