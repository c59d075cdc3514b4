document.title = 'Surtitle';
