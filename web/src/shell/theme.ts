/** Light or dark: the system's, unless the person chose. Remembered in this browser. */
export const themes = [
  { value: 'system', label: 'As my system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
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
