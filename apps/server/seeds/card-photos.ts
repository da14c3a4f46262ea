import { type BankPhotoKind, bankPhotoKinds } from '@slotwise/contract'
import sharp from 'sharp'

import type { OutsideCtx } from '../src/kernel/ctx.ts'
import { uploadBankImg } from '../src/modules/bankcards/photo-service.ts'

const [width, height] = [800, 500]

/** A card with a mark for what it is: a head, a magnetic stripe, a chip, lines, or a person who holds it. */
const marks: Record<BankPhotoKind, string> = {
  id_card_z: `<circle cx="600" cy="200" r="60" fill="#7d8ba1"/><path d="M500 370a100 100 0 0 1 200 0z" fill="#7d8ba1"/>
    <path d="M120 170h280M120 230h220M120 290h250" stroke="#9fb0c7" stroke-width="18"/>`,
  id_card_f: `<circle cx="210" cy="190" r="70" fill="#c96b5d"/>
    <path d="M340 170h330M340 230h260M120 350h560" stroke="#9fb0c7" stroke-width="18"/>`,
  bank_z: `<rect x="120" y="170" width="110" height="80" rx="12" fill="#e5c779"/>
    <path d="M120 320h560" stroke="#ffffff" stroke-width="26" stroke-dasharray="110 40"/>`,
  bank_f: `<rect x="60" y="120" width="680" height="80" fill="#333c4a"/>
    <rect x="120" y="260" width="380" height="50" fill="#ffffff"/>`,
  hold_id_card: `<circle cx="260" cy="180" r="80" fill="#7d8ba1"/><path d="M120 440a140 150 0 0 1 280 0z" fill="#7d8ba1"/>
    <rect x="440" y="230" width="240" height="150" rx="14" fill="#ffffff"/>
    <path d="M470 280h120M470 320h160" stroke="#9fb0c7" stroke-width="14"/>`,
}

const drawing = (
  kind: BankPhotoKind,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#eef2f7"/>
  <rect x="60" y="60" width="680" height="380" rx="28" fill="${kind.startsWith('bank') ? '#3f6fb5' : '#dfe7f1'}"/>
  ${marks[kind]}</svg>`

/** Uploads drawings in place of the five photos of a card. */
export async function uploadPhotos(ctx: OutsideCtx): Promise<Record<BankPhotoKind, string>> {
  const files: [BankPhotoKind, string][] = []
  for (const kind of bankPhotoKinds) {
    const photo = await sharp(Buffer.from(drawing(kind)))
      .removeAlpha()
      .jpeg()
      .toBuffer()
    files.push([kind, (await uploadBankImg(ctx, photo)).file])
  }
  return Object.fromEntries(files) as Record<BankPhotoKind, string>
}
