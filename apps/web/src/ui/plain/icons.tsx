import type { ReactNode } from 'react'

/** The few icons that pages without antd need: 16 units, one stroke, the colour of the text. */
const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
)

export const EyeIcon = () => (
  <Icon>
    <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
    <circle cx="8" cy="8" r="2" />
  </Icon>
)

export const EyeOffIcon = () => (
  <Icon>
    <path d="M6.3 3.75A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-1.6 2.1M4.3 4.9A10.6 10.6 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 2.9-.75M2.5 2.5l11 11" />
    <path d="M6.6 6.6a2 2 0 0 0 2.8 2.8" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m4 6.25 4 4 4-4" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="m3.5 8.5 3 3 6-7" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="m4 4 8 8M12 4l-8 8" />
  </Icon>
)

export const GlobeIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M1.75 8h12.5M8 1.75c4 4 4 8.5 0 12.5M8 1.75c-4 4-4 8.5 0 12.5" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M13.5 9.6A5.75 5.75 0 0 1 6.4 2.5a5.75 5.75 0 1 0 7.1 7.1Z" />
  </Icon>
)

export const SystemIcon = () => (
  <Icon>
    <rect x="1.75" y="2.75" width="12.5" height="8.5" rx="1.5" />
    <path d="M5.5 13.75h5" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.5" />
    <path d="M10.5 5.5v-2A1.5 1.5 0 0 0 9 2H3.5A1.5 1.5 0 0 0 2 3.5V9a1.5 1.5 0 0 0 1.5 1.5h2" />
  </Icon>
)

export const InfoIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 7.25V11M8 5v.1" />
  </Icon>
)

export const WarningIcon = () => (
  <Icon>
    <path d="M8 2 1.75 13.25h12.5L8 2ZM8 6.5V9.5M8 11.4v.1" />
  </Icon>
)
