const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** The paper the picture is on: without it a dark viewer would show dark coordinates on nothing. */
function sheet(box: Record<'x' | 'y' | 'width' | 'height', number>, fill: string): SVGElement {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries(box)) rect.setAttribute(name, String(value));
  rect.setAttribute('fill', fill);
  return rect;
}

/** The board as it looks now, as a picture that needs no style sheet. */
export function toSvgText(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const from = [board, ...board.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const look = getComputedStyle(element);
    const target = to[i]!;
    for (const name of STYLES) target.setAttribute(name, look.getPropertyValue(name));
    for (const name of [
      'class',
      'tabindex',
      'role',
      'aria-label',
      'aria-selected',
      'aria-hidden',
      'data-index',
      'data-cell',
      'data-legal',
    ])
      target.removeAttribute(name);
  });
  // Signs for the one who plays are no part of the position.
  to.forEach((element, i) => from[i]!.matches('.dot, .ghost, .arrow, .shine') && element.remove());
  const { x, y, width, height } = board.viewBox.baseVal;
  // Larger than the picture: its edges would else be half transparent.
  copy.prepend(
    sheet(
      { x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
      getComputedStyle(document.body).backgroundColor,
    ),
  );
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(width * 60)));
  copy.setAttribute('height', String(Math.round(height * 60)));
  return new XMLSerializer().serializeToString(copy);
}

export async function toPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
