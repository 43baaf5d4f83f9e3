/** A picture beneath a frame of one ratio: moved by pointer, finger or arrows, and made larger. */
import { useId, useState } from 'react'
import EasyCrop from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const MOST = 5

export function Cropper({
  src,
  ratio,
  rotate,
  labels,
  onArea,
  onBroken,
}: {
  src: string
  /** Width to height. */
  ratio: number
  /** Degrees, clockwise. */
  rotate: number
  labels: { area: string; zoom: string }
  /** In pixels of the turned picture. */
  onArea: (area: Area) => void
  onBroken: () => void
}) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const id = useId()
  return (
    <div className="grid gap-3">
      <div className="relative h-72 overflow-hidden rounded-lg bg-sunk sm:h-96">
        <EasyCrop
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={MOST}
          rotation={rotate}
          aspect={ratio}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
          keyboardStep={10}
          mediaProps={{ onError: onBroken }}
          cropperProps={{
            role: 'group',
            'aria-label': labels.area,
            className:
              'reactEasyCrop_CropArea reactEasyCrop_CropAreaGrid focus-visible:outline-4 focus-visible:outline-accent',
          }}
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {labels.zoom}
        </label>
        <input
          id={id}
          type="range"
          min={1}
          max={MOST}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="flex-1 accent-accent"
        />
      </div>
    </div>
  )
}
