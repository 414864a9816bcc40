module mcpreview

go 1.26
