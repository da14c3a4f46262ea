import { type ImageStyle, imageUrl } from '@slotwise/contract'

import { PictureAt } from './picture-at.tsx'

type PictureProps = {
  /** The name of the stored file. */
  file: string | null | undefined
  size: ImageStyle
  /** Empty where the name stands beside the picture. */
  alt: string
  className?: string
}

export function Picture({ file, size, ...rest }: PictureProps) {
  return <PictureAt {...rest} source={file ? imageUrl(file, size) : undefined} />
}
