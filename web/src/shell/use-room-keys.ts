/** To write and to the rooms by a letter or two. */
import { useNavigate } from '@tanstack/react-router'
import { useLetters } from './letters.ts'

export function useRoomKeys(edits: boolean) {
  const navigate = useNavigate()
  useLetters({
    ...(edits && { c: () => void navigate({ to: '/write' }) }),
    'g h': () => void navigate({ to: '/' }),
    'g c': () => void navigate({ to: '/calendar' }),
    'g p': () => void navigate({ to: '/posts' }),
    'g l': () => void navigate({ to: '/library' }),
    'g a': () => void navigate({ to: '/analytics' }),
  })
}
