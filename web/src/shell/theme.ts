/** Light or dark: the system's, unless the person chose. Remembered in this browser. */
import { common } from '../words/common.ts'
export const themes = [
  { value: 'system', label: common.themes.system },
  { value: 'light', label: common.themes.light },
  { value: 'dark', label: common.themes.dark },
] as const
export type Theme = (typeof themes)[number]['value']

const KEY = 'crier.theme'

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return themes.find(({ value }) => value === kept)?.value ?? 'system'
}

export function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  localStorage.setItem(KEY, theme)
}
