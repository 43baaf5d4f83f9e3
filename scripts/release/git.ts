import { execFileSync, spawnSync } from 'node:child_process'

/** What git answers; throws with what it said when it refuses. */
export function git(root: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** What git answers, or nothing where it has none. */
export function gitIfAny(root: string, ...words: string[]): string {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
