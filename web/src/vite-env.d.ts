declare module 'virtual:mantine-variables.css';
declare module '@fontsource-variable/*';
