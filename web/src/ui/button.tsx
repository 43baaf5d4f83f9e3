import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icon.tsx'

const looks = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  secondary: 'bg-card text-ink border-edge hover:bg-sunk',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunk',
  danger: 'bg-danger text-on-danger border-transparent hover:opacity-90',
} as const

interface Looks {
  look?: keyof typeof looks
  icon?: IconName
  small?: boolean
}

function classOf({ look = 'secondary', small = false }: Looks, more = '') {
  const size = small ? 'min-h-9 px-3 text-sm' : 'min-h-11 px-4'
  return `inline-flex items-center justify-center gap-2 rounded-md border font-medium no-underline transition-colors disabled:opacity-60 aria-disabled:opacity-60 ${size} ${looks[look]} ${more}`
}

/** While busy it stays where it is and keeps the focus, but does nothing more. */
export function Button({
  look,
  icon,
  small,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Looks & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={classOf({ ...(look && { look }), ...(small && { small }) }, className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} className="size-4.5" />}
      {children}
    </button>
  )
}

/** A way to another room that looks like a button. */
export const LinkButton = createLink(OutLink)

/** A way out of the dashboard, into another program, that looks like a button. */
export function OutLink({
  look,
  icon,
  small,
  className,
  children,
  ...rest
}: Looks & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classOf({ ...(look && { look }), ...(small && { small }) }, className)}>
      {icon && <Icon name={icon} className="size-4.5" />}
      {children}
    </a>
  )
}

function Spinner() {
  return (
    <svg viewBox="0 0 24 24" className="size-4.5 animate-spin" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
