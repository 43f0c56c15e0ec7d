import { createTheme } from '@mantine/core';

const FONT_UI = 'var(--font-ui)';

/** Palettes of DESIGN §14. Our own components read the semantic variables of tokens.css instead. */
export const theme = createTheme({
  primaryColor: 'verre',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  fontFamily: FONT_UI,
  headings: { fontFamily: FONT_UI, fontWeight: '600' },
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '18px', xl: '22px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '999px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  colors: {
    verre: ['#EFF6F4', '#E2EFEB', '#BAE3D8', '#8FD6C6', '#6AB0A1', '#4C9183', '#2D7367', '#0F5C51', '#12453D', '#0C352F'],
    garnet: ['#FDF5F6', '#FBECEE', '#FAC0C6', '#F4949F', '#DC747F', '#C85866', '#B33C4D', '#A2213A', '#A2213A', '#7F152B'],
    citrine: ['#FEF8EA', '#FDF2D8', '#F4D8A0', '#EBBD62', '#CC9D48', '#B28232', '#99691A', '#855500', '#855500', '#684200'],
    emerald: ['#F0F8F3', '#E4F3EA', '#B5E3C8', '#82D3A6', '#64B488', '#4B9A6F', '#328157', '#1B6E45', '#1B6E45', '#125535'],
    sapphire: ['#F2F6FB', '#E8EFF8', '#C1D6F6', '#9ABCF2', '#759BD4', '#577FBB', '#3A65A2', '#22508F', '#22508F', '#193E71'],
    champagne: ['#FBF7EE', '#F7F0E1', '#EBD8B5', '#DFC089', '#C0A16A', '#A68850', '#8D6F37', '#7A5C22', '#7A5C22', '#5F4718'],
    gray: ['#F7F9F8', '#F2F5F4', '#EBF0EE', '#DFE5E3', '#B6C3BE', '#93A19C', '#7F8D88', '#5F6D68', '#44524D', '#13201D'],
    dark: ['#EDF3F1', '#B6C3BE', '#93A19C', '#71817C', '#2A3634', '#1D2826', '#141D1B', '#0C1312', '#090F0E', '#060A09'],
  },
});
