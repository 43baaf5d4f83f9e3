/** The house in figures: how much there is, how long its files are, how much of it is tested. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
}
